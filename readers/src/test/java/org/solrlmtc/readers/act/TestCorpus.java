package org.solrlmtc.readers.act;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jsoup.nodes.Entities;
import org.junit.jupiter.api.Test;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.fixtures.Corpus;
import org.solrlmtc.readers.act.page.EurLexHtmlReader;
import org.solrlmtc.readers.act.source.Origin;

/** The published data set, where it is at hand. */
class TestCorpus {

  @Test
  void everyActOfTheDevelopmentSetIsRead() throws IOException {
    Path dev = developmentSet();
    Set<String> ids = new HashSet<>();
    try (ActStream acts = ActStream.open(List.of(dev), DamagePolicy.fatal(problem -> {}))) {
      while (acts.hasNext()) {
        ActRecord record = acts.next();
        ids.add(record.act().id());
        assertEquals(dev + ":" + acts.delivered(), record.source());
        assertTrue(!record.concepts().isEmpty(), record.source());
      }
      assertEquals(6000, acts.delivered());
    }
    assertEquals(6000, ids.size());
  }

  /** The readers of EUR-Lex pages draw the borders between zones where the data set draws them. */
  @Test
  void actsWrittenAsPlainParagraphsAreDividedAsTheDataSetDividesThem() throws Exception {
    int same = 0;
    try (ActStream acts =
        ActStream.open(List.of(developmentSet()), DamagePolicy.fatal(problem -> {}))) {
      while (acts.hasNext()) {
        LegalAct act = acts.next().act();
        if (acts.delivered() % 10 == 0) {
          LegalAct read =
              EurLexHtmlReader.read(new Origin("page", "page"), page(act)).record().act();
          same += zones(act).equals(zones(read)) ? 1 : 0;
        }
      }
    }
    // a few acts of the data set are divided wrongly themselves
    assertTrue(same >= 590, same + " of 600");
  }

  private static String page(LegalAct act) {
    StringBuilder page = new StringBuilder("<html><body><div id='TexteOnly'><txt_te>");
    paragraphs(page, act.header() + ",");
    paragraphs(page, act.recitals().replaceFirst("^,", ""));
    paragraphs(page, "HAS ADOPTED THIS ACT:");
    for (int i = 0; i < act.articles().size(); i++) {
      paragraphs(page, "Article " + (i + 1));
      paragraphs(page, act.articles().get(i));
    }
    paragraphs(page, act.attachments());
    return page.append("</txt_te></div></body></html>").toString();
  }

  private static void paragraphs(StringBuilder page, String text) {
    text.lines().forEach(line -> page.append("<p>").append(Entities.escape(line)).append("</p>\n"));
  }

  private static List<List<String>> zones(LegalAct act) {
    return List.of(
        words(act.header()),
        words(act.recitals().replaceFirst("^,", "")),
        act.articles().stream().map(article -> String.join(" ", words(article))).toList(),
        words(act.attachments()));
  }

  private static List<String> words(String text) {
    return List.of(text.replaceAll("[\\s\\p{Z}]+", " ").strip().split(" "));
  }

  private static Path developmentSet() {
    return Corpus.file("dev.jsonl.gz");
  }
}
