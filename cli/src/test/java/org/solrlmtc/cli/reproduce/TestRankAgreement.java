package org.solrlmtc.cli.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class TestRankAgreement {

  @Test
  void theSameOrderHasTauOneAndTheProbabilityOfOneOrderOfAll() {
    RankAgreement agreement =
        RankAgreement.of(new double[] {4, 3, 2, 1}, new double[] {.9, .8, .7, .6});
    assertEquals(1, agreement.tau(), 1e-12);
    assertEquals(1 / 24.0, agreement.p(), .003); // one of 4! orders
    assertEquals(6, agreement.pairs());
    assertEquals(List.of(), agreement.inverted());
  }

  @Test
  void invertedPairsAreNamedFromThePublishedOrder() {
    RankAgreement agreement =
        RankAgreement.of(new double[] {.7, .9, .8}, new double[] {.5, .6, .7});
    assertEquals(List.of(new RankAgreement.Pair(1, 2)), agreement.inverted());
    assertEquals(1 / 3.0, agreement.tau(), 1e-12); // two pairs agree, one does not
    assertEquals(.5, agreement.p(), .01); // three of six orders agree at least as well
  }

  @Test
  void theOppositeOrderHasTauMinusOne() {
    RankAgreement agreement = RankAgreement.of(new double[] {1, 2, 3}, new double[] {3, 2, 1});
    assertEquals(-1, agreement.tau(), 1e-12);
    assertEquals(1, agreement.p(), 1e-12);
  }

  @Test
  void tiesWeighLessAndAreNotInverted() {
    RankAgreement agreement = RankAgreement.of(new double[] {1, 1, 2}, new double[] {1, 2, 3});
    assertEquals(2 / Math.sqrt(6), agreement.tau(), 1e-12);
    assertTrue(agreement.inverted().isEmpty());
  }
}
