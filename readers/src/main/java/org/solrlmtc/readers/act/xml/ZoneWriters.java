package org.solrlmtc.readers.act.xml;

import java.util.ArrayList;
import java.util.List;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.readers.act.source.ActAssembler;
import org.solrlmtc.readers.act.source.LineWriter;
import org.solrlmtc.readers.act.source.Origin;

/** The text of an act while it is read, zone by zone. */
final class ZoneWriters {
  final LineWriter header = new LineWriter();
  final LineWriter recitals = new LineWriter();
  final LineWriter attachments = new LineWriter();

  /** Takes what belongs to no zone. */
  final LineWriter discarded = new LineWriter();

  final Notes notes = new Notes();

  /** Text before the first article, such as a chapter's name, belongs to it. */
  private final List<LineWriter> articles = new ArrayList<>(List.of(new LineWriter()));

  private int articleCount;

  void beginArticle() {
    if (++articleCount > 1) {
      articles.add(new LineWriter());
    }
  }

  /** The article that is read. */
  LineWriter body() {
    return articles.get(articles.size() - 1);
  }

  /** The notes so far belong before the attachment that begins. */
  void beginAttachment() {
    notes.flushTo(attachments);
  }

  ActRecord assemble(Origin origin, String id, String title) {
    notes.flushTo(attachments);
    return ActAssembler.assemble(
        origin,
        id,
        title,
        header.toString(),
        recitals.toString(),
        articles.stream().map(LineWriter::toString).toList(),
        attachments.toString());
  }
}
