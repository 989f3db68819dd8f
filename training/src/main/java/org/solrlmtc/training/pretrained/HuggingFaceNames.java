package org.solrlmtc.training.pretrained;

import java.util.regex.Pattern;

/** Names of tensors in the files of Hugging Face's models. */
final class HuggingFaceNames {
  private static final Pattern MODEL = Pattern.compile("^bert\\.");
  private static final Pattern GAMMA = Pattern.compile("LayerNorm\\.gamma$");
  private static final Pattern BETA = Pattern.compile("LayerNorm\\.beta$");

  private HuggingFaceNames() {}

  /** Without the prefix of models that have a head, and with today's names of normalisations. */
  static String canonical(String name) {
    String canonical = MODEL.matcher(name).replaceFirst("");
    canonical = GAMMA.matcher(canonical).replaceFirst("LayerNorm.weight");
    return BETA.matcher(canonical).replaceFirst("LayerNorm.bias");
  }
}
