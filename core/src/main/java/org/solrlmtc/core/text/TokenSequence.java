package org.solrlmtc.core.text;

import java.util.Arrays;
import org.solrlmtc.core.act.Zone;

/**
 * An act as a network reads it: token ids, where each token stands, and how many tokens each
 * section has. Kept in flat arrays, because every act that is scored passes through here.
 */
public final class TokenSequence {
  private static final Zone[] ZONES = Zone.values();
  private static final int PLACE = 4;

  private final int idsPerToken;
  private final int[] ids;

  /** For each token: zone, section, start, end. */
  private final int[] places;

  private final int[] sectionLengths;

  private TokenSequence(int idsPerToken, int[] ids, int[] places, int[] sectionLengths) {
    this.idsPerToken = idsPerToken;
    this.ids = ids;
    this.places = places;
    this.sectionLengths = sectionLengths;
  }

  /**
   * Where a token stands.
   *
   * @param section the place in {@link org.solrlmtc.core.act.LegalAct#sections} of the zone
   * @param start offset of its first character in the section
   * @param end offset behind its last character
   */
  public record Place(Zone zone, int section, int start, int end) {}

  /** The number of tokens. */
  public int length() {
    return places.length / PLACE;
  }

  /** How many ids describe one token. */
  public int idsPerToken() {
    return idsPerToken;
  }

  /** All ids, {@link #idsPerToken} for each token in turn; not to be changed. */
  public int[] ids() {
    return ids;
  }

  /**
   * The number of tokens of each section in reading order: header, recitals, each article,
   * attachments. Sections without tokens are left out, so the lengths add up to {@link #length}.
   * Not to be changed.
   */
  public int[] sectionLengths() {
    return sectionLengths;
  }

  /** Where a token stands. */
  public Place place(int token) {
    int at = token * PLACE;
    return new Place(ZONES[places[at]], places[at + 1], places[at + 2], places[at + 3]);
  }

  /** A sequence to be filled token by token, in reading order. */
  public static Builder builder(int idsPerToken) {
    return new Builder(idsPerToken);
  }

  /** Fills a sequence. Used by one thread. */
  public static final class Builder {
    private static final int FIRST_TOKENS = 256;
    private static final int FIRST_SECTIONS = 16;

    private final int idsPerToken;
    private int[] ids;
    private int[] places = new int[FIRST_TOKENS * PLACE];
    private int[] sectionLengths = new int[FIRST_SECTIONS];
    private int tokens;
    private int sections;
    private int zone = -1;
    private int section = -1;

    private Builder(int idsPerToken) {
      if (idsPerToken < 1) {
        throw new IllegalArgumentException("a token needs at least one id, not " + idsPerToken);
      }
      this.idsPerToken = idsPerToken;
      this.ids = new int[FIRST_TOKENS * idsPerToken];
    }

    /** The number of tokens so far. */
    public int length() {
      return tokens;
    }

    /** Adds a token that has one id. */
    public Builder add(int id, Zone tokenZone, int tokenSection, int start, int end) {
      if (idsPerToken != 1) {
        throw new IllegalArgumentException("a token has " + idsPerToken + " ids here, not 1");
      }
      int token = next(tokenZone, tokenSection, start, end);
      ids[token] = id;
      return this;
    }

    /** Adds a token by its ids, of which there are as many as a token has. */
    public Builder add(int[] tokenIds, Zone tokenZone, int tokenSection, int start, int end) {
      if (tokenIds.length != idsPerToken) {
        throw new IllegalArgumentException(
            "a token has " + idsPerToken + " ids here, not " + tokenIds.length);
      }
      int token = next(tokenZone, tokenSection, start, end);
      System.arraycopy(tokenIds, 0, ids, token * idsPerToken, idsPerToken);
      return this;
    }

    private int next(Zone tokenZone, int tokenSection, int start, int end) {
      if (tokenZone.ordinal() != zone || tokenSection != section) {
        zone = tokenZone.ordinal();
        section = tokenSection;
        if (sections == sectionLengths.length) {
          sectionLengths = Arrays.copyOf(sectionLengths, 2 * sections);
        }
        sections++;
      }
      sectionLengths[sections - 1]++;
      if (tokens * PLACE == places.length) {
        places = Arrays.copyOf(places, 2 * places.length);
        ids = Arrays.copyOf(ids, 2 * ids.length);
      }
      int at = tokens * PLACE;
      places[at] = zone;
      places[at + 1] = section;
      places[at + 2] = start;
      places[at + 3] = end;
      return tokens++;
    }

    /** The sequence of all tokens added. */
    public TokenSequence build() {
      return new TokenSequence(
          idsPerToken,
          Arrays.copyOf(ids, tokens * idsPerToken),
          Arrays.copyOf(places, tokens * PLACE),
          Arrays.copyOf(sectionLengths, sections));
    }
  }
}
