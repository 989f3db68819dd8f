package org.solrlmtc.readers.act.source;

import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.core.act.LegalAct;

/**
 * An act, or the annex of one: Formex publishes annexes in files of their own.
 *
 * @param publication what the files of one Formex publication have in common; empty otherwise
 * @param annex true when the record is only an annex, its text in the attachments
 */
public record ActPart(ActRecord record, String publication, boolean annex) {

  public static ActPart whole(ActRecord record) {
    return new ActPart(record, "", false);
  }

  public boolean hasAnnex(ActPart other) {
    return other.annex && !publication.isEmpty() && publication.equals(other.publication);
  }

  public ActPart withAnnex(ActPart other) {
    LegalAct act = record.act();
    String attachments = (act.attachments() + "\n" + other.record.act().attachments()).strip();
    LegalAct joined =
        new LegalAct(
            act.id(),
            act.type(),
            act.title(),
            act.header(),
            act.recitals(),
            act.articles(),
            attachments);
    return new ActPart(
        new ActRecord(joined, record.uri(), record.concepts(), record.source()),
        publication,
        annex);
  }
}
