package org.solrlmtc.core.score;

import java.util.Comparator;
import java.util.Objects;
import org.solrlmtc.core.act.Zone;

/**
 * A passage of an act that speaks for a label, or against it. The natural order is by strength,
 * strongest first, then by place.
 *
 * @param section the place in {@link org.solrlmtc.core.act.LegalAct#sections} of the zone
 * @param start offset of the passage's first character in the section
 * @param end offset behind its last character
 * @param weight how much it adds to the label's score, in the method's own unit; negative when it
 *     speaks against the label
 */
public record Evidence(Zone zone, int section, int start, int end, float weight)
    implements Comparable<Evidence> {
  private static final Comparator<Evidence> ORDER =
      Comparator.comparing((Evidence evidence) -> Math.abs(evidence.weight))
          .reversed()
          .thenComparing(Evidence::zone)
          .thenComparingInt(Evidence::section)
          .thenComparingInt(Evidence::start)
          .thenComparingInt(Evidence::end);

  public Evidence {
    Objects.requireNonNull(zone, "zone");
  }

  @Override
  public int compareTo(Evidence other) {
    return ORDER.compare(this, other);
  }
}
