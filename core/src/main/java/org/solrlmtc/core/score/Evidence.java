package org.solrlmtc.core.score;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.act.Zone;

/**
 * A passage of an act that contributes to the score of a label. The natural order is by weight,
 * largest first, then by position.
 *
 * @param section index in {@link LegalAct#sections} of the zone
 * @param start offset of the passage's first character in the section
 * @param end offset after its last character
 * @param weight contribution to the label's score, in the method's own unit; 0 or more
 */
public record Evidence(Zone zone, int section, int start, int end, float weight)
    implements Comparable<Evidence> {
  private static final Comparator<Evidence> ORDER =
      Comparator.comparing(Evidence::weight, Comparator.reverseOrder())
          .thenComparing(Evidence::zone)
          .thenComparingInt(Evidence::section)
          .thenComparingInt(Evidence::start)
          .thenComparingInt(Evidence::end);

  public Evidence {
    Objects.requireNonNull(zone, "zone");
    if (!(weight >= 0)) {
      throw new IllegalArgumentException("evidence has a weight of 0 or more, not " + weight);
    }
  }

  /** The text of the passage. */
  public String text(LegalAct act) {
    return act.sections(zone).get(section).substring(start, end);
  }

  /** The same passage with another weight. */
  public Evidence withWeight(float newWeight) {
    return new Evidence(zone, section, start, end, newWeight);
  }

  /** Whether the passages have a character in common. */
  public boolean overlaps(Evidence other) {
    return zone == other.zone && section == other.section && start < other.end && other.start < end;
  }

  /**
   * The strongest passages, overlapping ones merged into one with the sum of their weights. Parts
   * are taken by weight until one would exceed the limit; weaker parts are ignored, so passages
   * stay short.
   *
   * @param limit maximum number of passages
   */
  public static List<Evidence> mergeOverlapping(Collection<Evidence> parts, int limit) {
    List<Evidence> passages = new ArrayList<>();
    for (Evidence part : parts.stream().sorted().toList()) {
      Evidence passage = part;
      for (Iterator<Evidence> others = passages.iterator(); others.hasNext(); ) {
        Evidence other = others.next();
        if (other.overlaps(passage)) {
          others.remove();
          passage = passage.merge(other);
        }
      }
      if (passages.size() == limit) {
        break;
      }
      passages.add(passage);
    }
    passages.sort(null);
    return List.copyOf(passages);
  }

  private Evidence merge(Evidence other) {
    return new Evidence(
        zone,
        section,
        Math.min(start, other.start),
        Math.max(end, other.end),
        weight + other.weight);
  }

  @Override
  public int compareTo(Evidence other) {
    return ORDER.compare(this, other);
  }
}
