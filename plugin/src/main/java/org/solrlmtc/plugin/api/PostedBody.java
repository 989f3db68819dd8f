package org.solrlmtc.plugin.api;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.function.Consumer;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrException.ErrorCode;
import org.apache.solr.common.util.ContentStream;
import org.apache.solr.request.SolrQueryRequest;

/** The body of a request in a file, because it is sent to several nodes. Closing deletes it. */
@SuppressWarnings("deprecation") // ContentStream: the only access to a body in Solr 9
record PostedBody(Path file, String contentType) implements AutoCloseable {
  private static final int BUFFER_BYTES = 1 << 16;

  /** The files of a bundle; {@code lmtc.models.maxMegabytes} limits it when it is unpacked. */
  static PostedBody zip(SolrQueryRequest req) {
    return receive(
        req,
        "send a zip of the bundle's files, Content-Type application/zip",
        "application/zip",
        Long.MAX_VALUE);
  }

  /** Acts with their concepts. */
  static PostedBody acts(SolrQueryRequest req) {
    return receive(
        req,
        "send one act per line, as JSON with the fields of EURLEX57K, Content-Type"
            + " application/x-ndjson",
        "application/x-ndjson",
        RememberedActs.MAX_BYTES);
  }

  private static PostedBody receive(
      SolrQueryRequest req, String remedy, String contentType, long maxBytes) {
    Iterable<ContentStream> streams = req.getContentStreams();
    Iterator<ContentStream> bodies = streams == null ? null : streams.iterator();
    if (bodies == null || !bodies.hasNext()) {
      throw new SolrException(ErrorCode.BAD_REQUEST, "the body is missing: " + remedy);
    }
    PostedBody body;
    try {
      body = new PostedBody(Files.createTempFile("lmtc-body", ".tmp"), contentType);
    } catch (IOException e) {
      throw failure(e);
    }
    boolean complete = false;
    try (InputStream in = bodies.next().getStream();
        OutputStream out = Files.newOutputStream(body.file())) {
      copy(in, out, maxBytes);
      complete = true;
      return body;
    } catch (IOException e) {
      throw failure(e);
    } finally {
      if (!complete) {
        body.close();
      }
    }
  }

  private static void copy(InputStream in, OutputStream out, long maxBytes) throws IOException {
    byte[] buffer = new byte[BUFFER_BYTES];
    long left = maxBytes;
    for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
      left -= count;
      if (left < 0) {
        throw new SolrException(
            ErrorCode.BAD_REQUEST,
            "the body is larger than " + (maxBytes >> 20) + " MB: send fewer acts at once");
      }
      out.write(buffer, 0, count);
    }
  }

  private static SolrException failure(IOException e) {
    return new SolrException(ErrorCode.SERVER_ERROR, "cannot store the body: " + e, e);
  }

  long bytes() {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw failure(e);
    }
  }

  void read(Consumer<InputStream> reader) {
    try (InputStream in = Files.newInputStream(file)) {
      reader.accept(in);
    } catch (IOException e) {
      throw failure(e);
    }
  }

  @Override
  public void close() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw failure(e);
    }
  }
}
