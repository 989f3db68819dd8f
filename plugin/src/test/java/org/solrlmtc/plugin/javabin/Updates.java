package org.solrlmtc.plugin.javabin;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.solr.client.solrj.request.JavaBinUpdateRequestCodec;
import org.apache.solr.client.solrj.request.UpdateRequest;
import org.apache.solr.common.EnumFieldValue;
import org.apache.solr.common.MapWriter;
import org.apache.solr.common.SolrDocument;
import org.apache.solr.common.SolrDocumentList;
import org.apache.solr.common.SolrInputDocument;
import org.apache.solr.common.util.NamedList;
import org.apache.solr.common.util.SimpleOrderedMap;

/** Updates in javabin, as Solr's clients write them. */
final class Updates {
  private Updates() {}

  static byte[] javabin(UpdateRequest update) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      new JavaBinUpdateRequestCodec().marshal(update, out);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return out.toByteArray();
  }

  /** Documents with every kind of value that javabin has, and deletions. */
  static UpdateRequest ofEveryKind() {
    UpdateRequest update = new UpdateRequest();
    update.setParam("some", "parameter");
    for (int i = 0; i < 3; i++) {
      SolrInputDocument document = new SolrInputDocument("id", "a" + i, "text", "milk".repeat(20));
      for (Object value : values()) {
        document.addField("value" + i, value);
      }
      SolrInputDocument child = new SolrInputDocument("id", "child");
      child.addChildDocument(new SolrInputDocument("id", "grandchild"));
      document.addChildDocument(child);
      document.setField("nested", new SolrInputDocument("id", "nested"));
      update.add(document, 100, i == 0);
    }
    update.deleteById(new ArrayList<>(List.of("b", "c")));
    update.deleteById("d", 7L);
    update.deleteByQuery("id:e");
    return update;
  }

  @SuppressWarnings("JavaUtilDate") // a type of javabin
  private static List<Object> values() {
    NamedList<Object> named = new NamedList<>();
    named.add("one", 1);
    named.add(null, "two");
    SimpleOrderedMap<Object> ordered = new SimpleOrderedMap<>();
    ordered.add("one", List.of(1, 2));
    SolrDocument found = new SolrDocument();
    found.setField("id", "x");
    found.addChildDocument(new SolrDocument(Map.of("id", "y")));
    SolrDocumentList list = new SolrDocumentList();
    list.add(found);
    MapWriter writer = entries -> entries.put("key", "value").put("other", 1L);
    return Arrays.asList(
        null,
        true,
        (byte) 1,
        (short) 2,
        3,
        -3,
        1 << 20,
        4L,
        Long.MIN_VALUE,
        1L << 50,
        5f,
        6.0,
        new Date(7),
        "ü€😀",
        new byte[] {1, 2, 3},
        new int[] {1, 2},
        new long[] {1, 2},
        new short[] {1, 2},
        new float[] {1, 2},
        new double[] {1, 2},
        new boolean[] {true, false},
        new Object[] {1, "two", List.of(3)},
        new TreeMap<>(Map.of("set", List.of("x"), "add", 1)),
        Map.entry("key", "value"),
        new EnumFieldValue(1, "one"),
        named,
        ordered,
        found,
        list,
        writer);
  }
}
