package org.solrlmtc.plugin.evaluate;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.search.Query;
import org.apache.solr.common.SolrDocument;
import org.apache.solr.common.params.CommonParams;
import org.apache.solr.common.params.SolrParams;
import org.apache.solr.request.SolrQueryRequest;
import org.apache.solr.schema.SchemaField;
import org.apache.solr.search.DocIterator;
import org.apache.solr.search.DocSet;
import org.apache.solr.search.DocValuesIteratorCache;
import org.apache.solr.search.QParser;
import org.apache.solr.search.SolrIndexSearcher;
import org.apache.solr.search.SyntaxError;
import org.solrlmtc.plugin.api.RequestParams;

/**
 * Reads the documents that {@code q} and {@code fq} select in batches. Memory holds one bit per
 * document of the index, and one batch. A scan bypasses Solr's document cache, which it would
 * otherwise fill.
 */
final class DocumentScan {
  /** Large enough to keep a model busy, small enough to check the time limit often. */
  private static final int BATCH_SIZE = 32;

  /** Maximum number of characters per batch; a single document may have more. */
  private static final long BATCH_CHARS = 2_000_000;

  private final SolrIndexSearcher searcher;
  private final SchemaField key;
  private final DocSet matching;

  DocumentScan(SolrQueryRequest req) throws IOException {
    this.searcher = req.getSearcher();
    this.key = req.getSchema().getUniqueKeyField();
    this.matching = searcher.getDocSet(queries(req));
  }

  /** Number of matching documents. */
  int size() {
    return matching.size();
  }

  /** Receives the documents in batches. */
  interface Consumer {
    /** Returns false to end the scan. */
    boolean accept(List<StoredDocument> batch);
  }

  /** Reads these fields of every matching document. */
  void read(Collection<SchemaField> fields, Consumer consumer) throws IOException {
    FieldReader reader = new FieldReader(fields);
    List<StoredDocument> batch = new ArrayList<>(BATCH_SIZE);
    long chars = 0;
    for (DocIterator docs = matching.iterator(); docs.hasNext(); ) {
      StoredDocument document = reader.read(docs.nextDoc());
      batch.add(document);
      chars += document.chars();
      if (batch.size() == BATCH_SIZE || chars >= BATCH_CHARS || !docs.hasNext()) {
        if (!consumer.accept(batch)) {
          return;
        }
        batch.clear();
        chars = 0;
      }
    }
  }

  private static List<Query> queries(SolrQueryRequest req) {
    SolrParams params = req.getParams();
    List<Query> queries = new ArrayList<>();
    String query = new RequestParams(params).text(CommonParams.Q).orElse("*:*");
    queries.add(parse(CommonParams.Q, query, params.get("defType"), req));
    String[] filters = params.getParams(CommonParams.FQ);
    if (filters != null) {
      Arrays.stream(filters)
          .filter(filter -> !filter.isBlank())
          .forEach(filter -> queries.add(parse(CommonParams.FQ, filter, null, req)));
    }
    return queries;
  }

  private static Query parse(String name, String text, String parser, SolrQueryRequest req) {
    try {
      Query query = QParser.getParser(text, parser, req).getQuery();
      if (query == null) {
        throw RequestParams.bad(name, "selects nothing: '" + text + "'");
      }
      return query;
    } catch (SyntaxError e) {
      throw RequestParams.bad(name, "cannot be parsed: " + e.getMessage());
    }
  }

  /** Prefers stored fields, because docValues do not keep the order of values. */
  private final class FieldReader {
    private final StoredFields stored;
    private final DocValuesIteratorCache docValues = new DocValuesIteratorCache(searcher);
    private final Set<String> fromStored = new HashSet<>();
    private final Set<String> fromDocValues = new HashSet<>();

    private FieldReader(Collection<SchemaField> fields) throws IOException {
      this.stored = searcher.getIndexReader().storedFields();
      fields.forEach(this::choose);
      choose(key);
    }

    private void choose(SchemaField field) {
      (field.stored() ? fromStored : fromDocValues).add(field.getName());
    }

    private StoredDocument read(int docId) throws IOException {
      Map<String, List<Object>> values = new HashMap<>();
      if (!fromStored.isEmpty()) {
        Document document = stored.document(docId, fromStored);
        for (IndexableField field : document) {
          add(values, field.name(), field.stringValue());
        }
      }
      if (!fromDocValues.isEmpty()) {
        SolrDocument document = new SolrDocument();
        searcher.getDocFetcher().decorateDocValueFields(document, docId, fromDocValues, docValues);
        for (String name : document.getFieldNames()) {
          document.getFieldValues(name).forEach(value -> add(values, name, value));
        }
      }
      return new StoredDocument(String.valueOf(values.get(key.getName()).get(0)), values);
    }

    private static void add(Map<String, List<Object>> values, String field, Object value) {
      values.computeIfAbsent(field, any -> new ArrayList<>()).add(value);
    }
  }
}
