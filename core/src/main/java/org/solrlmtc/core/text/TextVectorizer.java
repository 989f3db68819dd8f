package org.solrlmtc.core.text;

import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.act.Zone;

/**
 * Turns acts into TF-IDF vectors: (1 + ln count) x idf x namespace weight for every n-gram of the
 * vocabulary, scaled to length 1. Thread-safe; the vectors it fills are not.
 */
public final class TextVectorizer {
  private static final float[] DAMPED = new float[1024];

  static {
    for (int count = 1; count < DAMPED.length; count++) {
      DAMPED[count] = damp(count);
    }
  }

  private final Ngrams ngrams;
  private final NgramVocabulary vocabulary;
  private final float[] zoneWeights;

  public TextVectorizer(NgramSettings settings, NgramVocabulary vocabulary) {
    this.ngrams = new Ngrams(settings);
    this.vocabulary = vocabulary;
    this.zoneWeights = new float[settings.zoneWeights().size()];
    for (int i = 0; i < zoneWeights.length; i++) {
      zoneWeights[i] = settings.zoneWeights().get(i).floatValue();
    }
  }

  /** A new vector for {@link #vectorize}. */
  public ActVector newVector() {
    return new ActVector(vocabulary.size());
  }

  /** Fills a vector of {@link #newVector}; its previous content is overwritten. */
  public void vectorize(LegalAct act, ActVector vector) {
    vector.clear();
    try {
      ngrams.forEach(
          act,
          new NgramVisitor() {
            private float weight;

            @Override
            public void section(int namespace, Zone zone, int section) {
              weight = zoneWeights[namespace];
            }

            @Override
            public void ngram(int words, long hash, int start, int end) {
              int feature = vocabulary.feature(hash);
              if (feature != NgramVocabulary.UNKNOWN) {
                vector.add(feature, weight);
              }
              if (words == 1) {
                vector.countWord(feature != NgramVocabulary.UNKNOWN);
              }
            }
          });
    } finally {
      weigh(vector);
    }
  }

  /** Visits the n-grams of the vocabulary with their positions, in reading order. */
  public void forEachFeature(LegalAct act, FeatureVisitor visitor) {
    ngrams.forEach(
        act,
        new NgramVisitor() {
          private Zone zone;
          private int section;

          @Override
          public void section(int namespace, Zone nextZone, int nextSection) {
            zone = nextZone;
            section = nextSection;
          }

          @Override
          public void ngram(int words, long hash, int start, int end) {
            int feature = vocabulary.feature(hash);
            if (feature != NgramVocabulary.UNKNOWN) {
              visitor.feature(feature, zone, section, start, end);
            }
          }
        });
  }

  private void weigh(ActVector vector) {
    double squares = 0;
    for (int i = 0; i < vector.size; i++) {
      int feature = vector.features[i];
      int count = vector.counts[feature];
      vector.counts[feature] = 0;
      float damped = count < DAMPED.length ? DAMPED[count] : damp(count);
      float value = vector.values[i] * damped * vocabulary.idf(feature);
      vector.values[i] = value;
      squares += (double) value * value;
    }
    double scale = 1 / Math.sqrt(squares);
    for (int i = 0; i < vector.size; i++) {
      vector.values[i] = (float) (vector.values[i] * scale);
    }
  }

  private static float damp(int count) {
    return (float) (1 + StrictMath.log(count));
  }
}
