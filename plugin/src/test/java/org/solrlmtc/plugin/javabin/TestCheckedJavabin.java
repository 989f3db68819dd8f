package org.solrlmtc.plugin.javabin;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.solr.client.solrj.request.UpdateRequest;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrInputDocument;
import org.apache.solr.common.util.JavaBinCodec;
import org.junit.Test;

/** Javabin passes the check unchanged if it is whole, and is refused if not. */
public class TestCheckedJavabin {
  private static final int LIMIT = 1 << 20;

  private static byte[] checked(byte[] update) throws IOException {
    return new CheckedJavabin(new ByteArrayInputStream(update), LIMIT).readAllBytes();
  }

  private static SolrException refused(byte[] update) {
    SolrException refused = assertThrows(SolrException.class, () -> checked(update));
    assertEquals(refused.getMessage(), 400, refused.code());
    return refused;
  }

  private static byte[] joined(byte[]... parts) {
    int length = Arrays.stream(parts).mapToInt(part -> part.length).sum();
    byte[] joined = new byte[length];
    int at = 0;
    for (byte[] part : parts) {
      System.arraycopy(part, 0, joined, at, part.length);
      at += part.length;
    }
    return joined;
  }

  @Test
  public void everyKindOfValuePasses() throws IOException {
    byte[] update = Updates.javabin(Updates.ofEveryKind());
    assertArrayEquals(update, checked(update));
    // clients that send documents as they come send several updates in one body
    byte[] several = joined(update, Updates.javabin(new UpdateRequest()), update);
    assertArrayEquals(several, checked(several));
    assertEquals(0, checked(new byte[0]).length);
  }

  @Test
  public void anUpdateThatEndsEarlyIsRefusedWhereverItEnds() {
    byte[] update = Updates.javabin(Updates.ofEveryKind());
    for (int length = 1; length < update.length; length++) {
      refused(Arrays.copyOf(update, length));
    }
  }

  @Test
  public void aSizeWithoutContentIsRefused() {
    byte[] large = {-1, -1, -1, -1, 7};
    byte[] begin = {2, (byte) (JavaBinCodec.NAMED_LST | 1), JavaBinCodec.STR | 1, 'x'};
    List<byte[]> values =
        List.of(
            new byte[] {JavaBinCodec.STR | 0x1F},
            new byte[] {JavaBinCodec.EXTERN_STRING, JavaBinCodec.STR | 0x1F},
            new byte[] {(byte) (JavaBinCodec.ARR | 0x1F)},
            new byte[] {(byte) (JavaBinCodec.ORDERED_MAP | 0x1F)},
            new byte[] {(byte) (JavaBinCodec.NAMED_LST | 0x1F)},
            new byte[] {JavaBinCodec.MAP},
            new byte[] {JavaBinCodec.BYTEARR},
            new byte[] {JavaBinCodec.PRIMITIVE_ARR, JavaBinCodec.LONG},
            new byte[] {JavaBinCodec.SOLRDOC, (byte) (JavaBinCodec.ORDERED_MAP | 0x1F)},
            new byte[] {JavaBinCodec.SOLRINPUTDOC});
    for (byte[] value : values) {
      refused(joined(begin, value, large));
      // more than an int has
      refused(joined(begin, value, new byte[] {-1, -1, -1, -1, 127}));
      refused(joined(begin, value, new byte[] {-1, -1, -1, -1, -1, -1, -1, 1}));
    }
    refused(joined(new byte[] {2, (byte) (JavaBinCodec.NAMED_LST | 0x1F)}, large));
  }

  @Test
  public void whatSolrCannotReadIsRefused() {
    byte[] update = Updates.javabin(new UpdateRequest());
    byte[] otherVersion = update.clone();
    otherVersion[0] = 1;
    assertTrue(refused(otherVersion).getMessage().contains("version"));
    refused(new byte[] {2, JavaBinCodec.STR | 1, 'x'});
    refused(new byte[] {2, JavaBinCodec.ITERATOR, 20});
    refused(new byte[] {2, JavaBinCodec.ITERATOR, (byte) (JavaBinCodec.EXTERN_STRING | 1)});
    refused(new byte[] {2, JavaBinCodec.ITERATOR, JavaBinCodec.EXTERN_STRING, 0});
    refused(new byte[] {2, (byte) (JavaBinCodec.NAMED_LST | 1), 1, 1});
    refused(new byte[] {2, JavaBinCodec.ITERATOR, JavaBinCodec.SOLRINPUTDOC, 0, 0});
    for (byte[] text : List.of(new byte[] {-1}, new byte[] {-61, 'x'}, new byte[] {-30, -126})) {
      byte[] begin = {2, JavaBinCodec.ITERATOR, (byte) (JavaBinCodec.STR | text.length)};
      assertTrue(refused(joined(begin, text)).getMessage().contains("UTF-8"));
    }
    byte[] nested = new byte[10_000];
    Arrays.fill(nested, (byte) (JavaBinCodec.ARR | 1));
    assertTrue(refused(joined(new byte[] {2, 14}, nested)).getMessage().contains("nested"));
  }

  @Test
  public void aDocumentAboveTheLimitIsRefusedByItsContentNotByThatOfOthers() throws IOException {
    UpdateRequest update = new UpdateRequest();
    for (int i = 0; i < 5; i++) {
      update.add(new SolrInputDocument("id", "a" + i, "text", "x".repeat(LIMIT / 2)));
    }
    byte[] whole = Updates.javabin(update);
    assertArrayEquals(whole, checked(whole));
    update.add(new SolrInputDocument("id", "b", "text", "x".repeat(LIMIT)));
    assertTrue(refused(Updates.javabin(update)).getMessage().contains("more than 1 MB"));
    // small values cost more than their bytes
    UpdateRequest many = new UpdateRequest();
    many.add(new SolrInputDocument("id", "c"));
    many.getDocuments().get(0).setField("values", new Object[LIMIT / 10]);
    refused(Updates.javabin(many));
  }

  @Test
  public void aDocumentIsReadBeforeTheNextOneArrives() throws IOException {
    UpdateRequest update = new UpdateRequest();
    update.add(new SolrInputDocument("id", "first"));
    update.add(new SolrInputDocument("id", "second"));
    byte[] bytes = Updates.javabin(update);
    int second = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("second");
    // fails when it is asked for more than the first document and the beginning of the second
    InputStream slow =
        new InputStream() {
          private int position;

          @Override
          public int read() {
            throw new AssertionError("bytes are read in blocks");
          }

          @Override
          public int read(byte[] target, int offset, int length) throws IOException {
            if (position == second) {
              throw new IOException("not sent yet");
            }
            int count = Math.min(length, second - position);
            System.arraycopy(bytes, position, target, offset, count);
            position += count;
            return count;
          }
        };
    StringBuilder read = new StringBuilder();
    try (CheckedJavabin checked = new CheckedJavabin(slow, LIMIT)) {
      byte[] block = new byte[100];
      assertThrows(
          IOException.class,
          () -> {
            for (int count = 0; count >= 0; count = checked.read(block)) {
              read.append(new String(block, 0, count, StandardCharsets.ISO_8859_1));
            }
          });
    }
    assertTrue(read.toString(), read.toString().contains("first"));
  }
}
