package org.solrlmtc.plugin.api;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrException.ErrorCode;
import org.apache.solr.request.SolrQueryRequest;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.plugin.update.TextTooLongException;

/**
 * The acts of a request: one, as {@link PostedAct} reads it, or several values of the parameter
 * {@code text}.
 *
 * @param several whether the request has the form for several acts, and its response, too
 */
record PostedActs(List<LegalAct> acts, boolean several) {
  private static final String TEXT = "text";

  /** All results of a request are in memory. */
  private static final int MAX_ACTS = 100;

  /**
   * @throws SolrException with the mistake and its place
   */
  static PostedActs read(SolrQueryRequest req, int maxTextChars) throws IOException {
    String[] texts = req.getParams().getParams(TEXT);
    if (texts == null || texts.length < 2) {
      return new PostedActs(List.of(PostedAct.read(req, maxTextChars)), false);
    }
    if (req.getContentStreams() != null) {
      throw RequestParams.bad(TEXT, "excludes a body: send one or the other");
    }
    if (texts.length > MAX_ACTS) {
      throw RequestParams.bad(
          TEXT, "occurs " + texts.length + " times: send at most " + MAX_ACTS + " texts at once");
    }
    List<LegalAct> acts = new ArrayList<>();
    for (String text : texts) {
      LegalAct act = LegalAct.ofText("", text);
      if (act.isBlank()) {
        throw RequestParams.bad(TEXT, "number " + (acts.size() + 1) + " is empty");
      }
      try {
        TextTooLongException.check(act, maxTextChars);
      } catch (TextTooLongException e) {
        throw new SolrException(
            ErrorCode.BAD_REQUEST,
            "text number " + (acts.size() + 1) + " is refused: " + e.getMessage());
      }
      acts.add(act);
    }
    return new PostedActs(acts, true);
  }
}
