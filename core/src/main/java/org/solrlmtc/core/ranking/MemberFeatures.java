package org.solrlmtc.core.ranking;

import java.util.ArrayList;
import java.util.List;

/** Log-odds and ranks by each member and by their mixture. */
final class MemberFeatures implements FeatureSource {
  private final List<String> names = new ArrayList<>();
  private final int members;

  MemberFeatures(List<String> members) {
    this.members = members.size();
    List<String> scored = new ArrayList<>(members);
    scored.add("mixture");
    for (String name : scored) {
      names.add(name + ": log-odds");
      names.add(name + ": log-odds below the best");
      names.add(name + ": rank");
    }
    names.add("mixture: sum of scores");
  }

  @Override
  public FeatureGroup group() {
    return FeatureGroup.MEMBERS;
  }

  @Override
  public List<String> names() {
    return names;
  }

  @Override
  public void fill(CandidateContext candidates, float[] rows, int width, int column) {
    for (int member = 0; member <= members; member++) {
      float[] scores =
          member == members
              ? candidates.mixture
              : candidates.scores(candidates.input.scores().get(member));
      fill(scores, rows, width, column + 3 * member);
    }
    float sum = 0;
    for (float score : candidates.mixture) {
      sum += score;
    }
    for (int i = 0; i < candidates.size(); i++) {
      rows[i * width + column + 3 * members + 3] = sum;
    }
  }

  private static void fill(float[] scores, float[] rows, int width, int column) {
    int[] ranks = CandidateContext.ranks(scores);
    float best = 0;
    for (float score : scores) {
      best = Math.max(best, score);
    }
    float bestLogOdds = CandidateContext.logOdds(best);
    for (int i = 0; i < scores.length; i++) {
      int at = i * width + column;
      rows[at] = CandidateContext.logOdds(scores[i]);
      rows[at + 1] = bestLogOdds - rows[at];
      // the order of labels without a score means nothing
      rows[at + 2] = scores[i] == 0 ? scores.length : ranks[i];
    }
  }
}
