package org.solrlmtc.cli.solr;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.solr.common.SolrException;

/** Turns a refusal into one line. */
final class ServerAnswer {
  /** Where Solr has no handler, its web server answers with a page. */
  private static final Pattern PAGE = Pattern.compile("(?is)<html.*?<title>(.*?)</title>");

  private static final Pattern TAG = Pattern.compile("(?s)<[^>]*>");
  private static final Pattern SPACE = Pattern.compile("\\s+");

  private ServerAnswer() {}

  static String line(SolrException refusal) {
    String message = String.valueOf(refusal.getMessage());
    Matcher page = PAGE.matcher(message);
    String line = "HTTP " + refusal.code();
    if (page.find()) {
      // "Error 404 Not Found", without the page around it
      line += " (" + page.group(1).replaceFirst("^Error \\d+ ", "") + ")";
    } else {
      line = TAG.matcher(message).replaceAll(" ");
    }
    return SPACE.matcher(line.strip()).replaceAll(" ");
  }
}
