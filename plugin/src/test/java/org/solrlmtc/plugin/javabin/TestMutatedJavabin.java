package org.solrlmtc.plugin.javabin;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import org.apache.solr.client.solrj.request.JavaBinUpdateRequestCodec;
import org.apache.solr.common.SolrException;
import org.junit.Assert;
import org.junit.Test;
import org.solrlmtc.fixtures.Mutator;

/** Damaged javabin that passes the check exhausts neither the heap nor the stack of its reader. */
public class TestMutatedJavabin {
  private static final int CASES = 10 * Integer.getInteger("fuzz.cases", 100);
  private static final int LIMIT = 1 << 20;

  @Test
  public void whatPassesTheCheckCanBeReadOrIsRefusedByItsTypes() {
    byte[] update = Updates.javabin(Updates.ofEveryKind());
    Mutator mutator = new Mutator(20, List.of("\u007f\u007f", "?\u007f", "\n", "milk", "\u0000"));
    int passed = 0;
    for (int i = 0; i < CASES; i++) {
      byte[] damaged = mutator.mutate(update);
      byte[] checked;
      try {
        checked = new CheckedJavabin(new ByteArrayInputStream(damaged), LIMIT).readAllBytes();
      } catch (SolrException | IOException e) {
        Assert.assertTrue(e.toString(), e instanceof SolrException s && s.code() == 400);
        continue;
      }
      Assert.assertArrayEquals(damaged, checked);
      if (damaged.length > 0) {
        read(damaged);
        passed++;
      }
    }
    Assert.assertTrue("all " + CASES + " were refused", passed > 0);
  }

  private static void read(byte[] javabin) {
    try {
      // the first of the updates
      new JavaBinUpdateRequestCodec()
          .unmarshal(
              new ByteArrayInputStream(javabin), (document, update, within, overwrite) -> {});
    } catch (ClassCastException | NullPointerException | IndexOutOfBoundsException e) {
      // values of other types than Solr expects
      return;
    } catch (IOException e) {
      throw new AssertionError("checked javabin ends early", e);
    }
  }
}
