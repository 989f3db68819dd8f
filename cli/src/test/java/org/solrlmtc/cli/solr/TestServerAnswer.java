package org.solrlmtc.cli.solr;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.apache.solr.common.SolrException;
import org.junit.jupiter.api.Test;

class TestServerAnswer {
  private static String line(int code, String message) {
    return ServerAnswer.line(
        new SolrException(SolrException.ErrorCode.getErrorCode(code), message));
  }

  @Test
  void aPageIsItsTitle() {
    assertEquals(
        "HTTP 401 (require authentication)",
        line(
            401,
            """
            Error from server at http://127.0.0.1:8983/solr: Expected mime type in [json] but got text/html. <html>
            <head>
            <title>Error 401 require authentication</title>
            </head>
            <body><h2>HTTP ERROR 401 require authentication</h2>
            </body>
            </html>
            """));
  }

  @Test
  void aMessageIsOneLineWithoutMarkup() {
    assertEquals("unknown field 'x' at line 2", line(400, "unknown <b>field</b> 'x'\n at line 2 "));
  }
}
