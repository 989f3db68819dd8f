package org.solrlmtc.core.text;

import java.util.Arrays;
import org.solrlmtc.core.act.Zone;

/**
 * An act as a network reads it: token ids, the position of each token, and the number of tokens per
 * section. Kept in flat arrays, because every scored act passes through here.
 */
public final class TokenSequence {
  private static final Zone[] ZONES = Zone.values();
  private static final int PLACE = 4;

  private final int idsPerToken;
  private final int[] ids;

  /** For each token: zone, section, start, end. */
  private final int[] places;

  private final int[] sectionLengths;
  private final int skipped;

  private TokenSequence(
      int idsPerToken, int[] ids, int[] places, int[] sectionLengths, int skipped) {
    this.idsPerToken = idsPerToken;
    this.skipped = skipped;
    this.ids = ids;
    this.places = places;
    this.sectionLengths = sectionLengths;
  }

  /**
   * The position of a token.
   *
   * @param section index in {@link org.solrlmtc.core.act.LegalAct#sections} of the zone
   * @param start offset of its first character in the section
   * @param end offset after its last character
   */
  public record Place(Zone zone, int section, int start, int end) {}

  /** The number of tokens. */
  public int length() {
    return places.length / PLACE;
  }

  /** The number of out-of-vocabulary tokens that were skipped. */
  public int skipped() {
    return skipped;
  }

  /** The number of ids per token. */
  public int idsPerToken() {
    return idsPerToken;
  }

  /** All ids, {@link #idsPerToken} for each token in turn. Not to be modified. */
  public int[] ids() {
    return ids;
  }

  /**
   * The number of tokens of each section in reading order: header, recitals, each article,
   * attachments. Sections without tokens are omitted, so the lengths add up to {@link #length}. Not
   * to be modified.
   */
  public int[] sectionLengths() {
    return sectionLengths;
  }

  /** The position of a token. */
  public Place place(int token) {
    int at = token * PLACE;
    return new Place(ZONES[places[at]], places[at + 1], places[at + 2], places[at + 3]);
  }

  /** Whether a token has text; one that marks the beginning or end has none. */
  public boolean hasText(int token) {
    return places[token * PLACE + 2] < places[token * PLACE + 3];
  }

  /** A builder that takes tokens in reading order. */
  public static Builder builder(int idsPerToken) {
    return new Builder(idsPerToken);
  }

  /** Builds a sequence. For one thread. */
  public static final class Builder {
    private static final int INITIAL_TOKENS = 256;
    private static final int INITIAL_SECTIONS = 16;

    private final int idsPerToken;
    private int[] ids;
    private int[] places = new int[INITIAL_TOKENS * PLACE];
    private int[] sectionLengths = new int[INITIAL_SECTIONS];
    private int tokens;
    private int sections;
    private int skipped;
    private int zone = -1;
    private int section = -1;

    private Builder(int idsPerToken) {
      if (idsPerToken < 1) {
        throw new IllegalArgumentException("a token needs at least one id, not " + idsPerToken);
      }
      this.idsPerToken = idsPerToken;
      this.ids = new int[INITIAL_TOKENS * idsPerToken];
    }

    /** The number of tokens so far. */
    public int length() {
      return tokens;
    }

    /** Counts an out-of-vocabulary token that is not added. */
    public void skip() {
      skipped++;
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

    /** Adds a token by its {@link #idsPerToken} ids. */
    public Builder add(int[] tokenIds, Zone tokenZone, int tokenSection, int start, int end) {
      if (tokenIds.length != idsPerToken) {
        throw new IllegalArgumentException(
            "a token has " + idsPerToken + " ids here, not " + tokenIds.length);
      }
      int token = next(tokenZone, tokenSection, start, end);
      System.arraycopy(tokenIds, 0, ids, token * idsPerToken, idsPerToken);
      return this;
    }

    /** Adds a token without text, which stands right after the last one. */
    public Builder addAtEnd(int id) {
      if (tokens == 0) {
        throw new IllegalStateException("there is no token that it could stand after");
      }
      int last = (tokens - 1) * PLACE;
      return add(id, ZONES[zone], section, places[last + 3], places[last + 3]);
    }

    // zones are stored as int next to their offsets, in memory only
    @SuppressWarnings("EnumOrdinal")
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
          Arrays.copyOf(sectionLengths, sections),
          skipped);
    }
  }
}
