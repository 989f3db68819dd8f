package org.solrlmtc.core.eval;

/**
 * The measures of rankings cut off at K: means over the acts with a gold label in the group, {@code
 * NaN} when there is none.
 *
 * @param precision hits in the first K / K
 * @param recall hits / gold labels
 * @param rPrecision hits / min(K, gold labels)
 * @param ndcg gains 1 / log2(rank + 1) of the hits / the best possible gains at K
 */
public record RankingScores(
    int k, double precision, double recall, double rPrecision, double ndcg) {}
