package org.solrlmtc.training.neural.loss;

import org.bytedeco.pytorch.ScalarOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.solrlmtc.core.settings.SettingChecks;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.training.neural.tensor.Torch;

/**
 * The asymmetric loss (Ridnik et al., 2021): binary cross-entropy in which labels that are easy
 * count less, negatives less than positives. With {@code q = max(p - margin, 0)} it is {@code -(1 -
 * p)^positiveFocus log p} for gold labels and {@code -q^negativeFocus log(1 - q)} for others.
 *
 * @param positiveFocus focus of gold labels
 * @param negativeFocus focus of other labels
 * @param margin probability below which other labels do not count
 */
record AsymmetricLoss(double positiveFocus, double negativeFocus, double margin) implements Loss {
  static final String TYPE = "asymmetric";

  private static final int MAX_FOCUS = 10;

  /** Keeps logarithms and negative powers finite. */
  private static final double SMALLEST = 1e-12;

  AsymmetricLoss {
    check("positiveFocus", positiveFocus);
    check("negativeFocus", negativeFocus);
    SettingChecks.rate("loss", "margin", margin);
  }

  private static void check(String name, double focus) {
    if (!(focus >= 0 && focus <= MAX_FOCUS)) {
      throw new IllegalArgumentException(
          "the setting '"
              + name
              + "' of 'loss' must be between 0 and "
              + MAX_FOCUS
              + ", not "
              + focus);
    }
  }

  static AsymmetricLoss read(Settings section) {
    return new AsymmetricLoss(
        section.number("positiveFocus", 0),
        section.number("negativeFocus", 4),
        section.number("margin", 0.05));
  }

  @Override
  public Computed compute(Tensor logits, Tensor gold, Tensor weights) {
    Tensor p = logits.sigmoid();
    // not 1 - p, which would be 0 for large logits
    Tensor notP = logits.neg().sigmoid_();
    Tensor logP = torch.softplus(logits.neg()).neg_();
    Tensor focus = notP.pow(Torch.scalar(positiveFocus));
    Tensor positive = focus.mul(logP).neg_();
    Tensor positiveSlope = p.mul(logP).mul_(Torch.scalar(positiveFocus)).sub_(notP).mul_(focus);

    Tensor notQ =
        notP.add(Torch.scalar(margin))
            .clamp_(
                new ScalarOptional(Torch.scalar(SMALLEST)), new ScalarOptional(Torch.scalar(1)));
    Tensor counts = p.gt(Torch.scalar(margin));
    Tensor q =
        p.sub(Torch.scalar(margin))
            .clamp_(
                new ScalarOptional(Torch.scalar(SMALLEST)), new ScalarOptional(Torch.scalar(1)));
    Tensor logNotQ = notQ.log();
    Tensor power = q.pow(Torch.scalar(negativeFocus));
    Tensor negative = power.mul(logNotQ).neg_().mul_(counts);
    // of q, then of the logit
    Tensor negativeSlope =
        power
            .div(notQ)
            .sub_(
                logNotQ
                    .mul(q.pow(Torch.scalar(negativeFocus - 1)))
                    .mul_(Torch.scalar(negativeFocus)))
            .mul_(p)
            .mul_(notP)
            .mul_(counts);
    double value =
        negative.add_(positive.sub(negative).mul_(gold)).mul_(weights).sum().item_float();
    Tensor slope = negativeSlope.add_(positiveSlope.sub(negativeSlope).mul_(gold));
    return new Computed(value, slope.mul_(weights));
  }
}
