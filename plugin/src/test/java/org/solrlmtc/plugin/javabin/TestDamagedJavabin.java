package org.solrlmtc.plugin.javabin;

import java.io.ByteArrayOutputStream;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.apache.solr.client.solrj.request.ContentStreamUpdateRequest;
import org.apache.solr.common.SolrDocumentList;
import org.apache.solr.common.util.ContentStreamBase;
import org.apache.solr.common.util.JavaBinCodec;
import org.apache.solr.common.util.NamedList;
import org.junit.Test;
import org.solrlmtc.plugin.fixtures.HandlerTestCase;

/** Damaged javabin is refused wherever readers and writers of a core can send it. */
public class TestDamagedJavabin extends HandlerTestCase {
  /** A text of 2 GB that is not there. */
  private static final byte[] LARGE_TEXT = {
    2, JavaBinCodec.ITERATOR, JavaBinCodec.STR | 0x1F, -1, -1, -1, -1, 6
  };

  private Object update(String path, byte[] body) throws Exception {
    ContentStreamUpdateRequest request = new ContentStreamUpdateRequest(path);
    request.addContentStream(
        new ContentStreamBase.ByteArrayStream(body, "test", "application/javabin"));
    return request.process(solr);
  }

  @Test
  public void aDamagedUpdateIsRefusedAndTheNextOneIsIndexed() throws Exception {
    startCore();
    assertRefused(400, () -> update("/update", LARGE_TEXT), "javabin is damaged");
    add("id", "a", "header", "milk");
    assertEquals(List.of("1"), values("a", "eurovoc_id"));
  }

  @Test
  public void aBodyWithinABodyIsCheckedAsWell() throws Exception {
    startCore();
    // as MultiContentWriterRequest writes it: parameters, then a body
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    try (JavaBinCodec codec = new JavaBinCodec(body, null)) {
      codec.writeIterator(
          List.of(new NamedList<>(Map.of("update.contentType", "application/javabin")), LARGE_TEXT)
              .iterator());
    }
    ContentStreamUpdateRequest request = new ContentStreamUpdateRequest("/update");
    request.setParam("multistream", "true");
    request.addContentStream(
        new ContentStreamBase.ByteArrayStream(body.toByteArray(), "test", "application/javabin"));
    assertRefused(400, () -> request.process(solr), "javabin is damaged");
  }

  @Test
  public void aDamagedCursorIsRefusedAndOthersWork() throws Exception {
    startCore();
    solr.add(act("id", "a", "header", "milk"));
    add("id", "b", "header", "milk");
    String damaged = Base64.getEncoder().encodeToString(LARGE_TEXT);
    for (String path : List.of("/select", "/query")) {
      for (String cursor : List.of(damaged, "no base64", "AA==", "")) {
        assertRefused(
            400,
            () -> ask(path, "q", "*:*", "sort", "id asc", "cursorMark", cursor),
            "cursorMark must be * or the nextCursorMark");
      }
      Object first = ask(path, "q", "*:*", "sort", "id asc", "rows", "1", "cursorMark", "*");
      String next = (String) at(first, "nextCursorMark");
      Object second = ask(path, "q", "*:*", "sort", "id asc", "rows", "1", "cursorMark", next);
      assertEquals("b", ((SolrDocumentList) at(second, "response")).get(0).getFieldValue("id"));
    }
  }
}
