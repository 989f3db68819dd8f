package org.solrlmtc.core.text;

import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.act.Zone;

/**
 * Turns acts into TF-IDF vectors: (1 + ln count) x idf x namespace weight for every n-gram of the
 * vocabulary, scaled to length 1; with {@link NgramSettings.Normalisation#ZONE} the vector of each
 * namespace is scaled first. Thread-safe; the vectors it fills are not.
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
  private final boolean normaliseZones;

  public TextVectorizer(NgramSettings settings, NgramVocabulary vocabulary) {
    this.ngrams = new Ngrams(settings);
    this.vocabulary = vocabulary;
    this.normaliseZones = settings.normalisation() == NgramSettings.Normalisation.ZONE;
    this.zoneWeights = new float[settings.zoneWeights().size()];
    for (int i = 0; i < zoneWeights.length; i++) {
      zoneWeights[i] = settings.zoneWeights().get(i).floatValue();
    }
  }

  /** The number of n-grams of the vocabulary. */
  public int features() {
    return vocabulary.size();
  }

  /** A new vector for {@link #vectorize}. */
  public ActVector newVector() {
    return new ActVector(vocabulary.size());
  }

  /** Fills a vector of {@link #newVector}; its previous content is overwritten. */
  public void vectorize(LegalAct act, ActVector vector) {
    vector.clear();
    Counter counter = new Counter(vector);
    try {
      ngrams.forEach(act, counter);
    } finally {
      weigh(vector);
    }
    if (normaliseZones) {
      for (int namespace = 0; namespace < zoneWeights.length; namespace++) {
        scale(
            vector, counter.begin(namespace), counter.begin(namespace + 1), zoneWeights[namespace]);
      }
    }
    scale(vector, 0, vector.size, 1);
  }

  /** Counts the features of an act. Those of a namespace follow each other in the vector. */
  private final class Counter implements NgramVisitor {
    private final ActVector vector;

    /** Where the features of each namespace begin that was entered. */
    private final int[] begins = new int[zoneWeights.length];

    private int namespace;
    private float weight;

    Counter(ActVector vector) {
      this.vector = vector;
    }

    @Override
    public void section(int nextNamespace, Zone zone, int section) {
      while (namespace < nextNamespace) {
        begins[++namespace] = vector.size;
      }
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

    int begin(int wanted) {
      return wanted <= namespace ? begins[wanted] : vector.size;
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
    for (int i = 0; i < vector.size; i++) {
      int feature = vector.features[i];
      int count = vector.counts[feature];
      vector.counts[feature] = 0;
      float damped = count < DAMPED.length ? DAMPED[count] : damp(count);
      vector.values[i] = vector.values[i] * damped * vocabulary.idf(feature);
    }
  }

  /** Scales a part of the vector to a length. */
  private static void scale(ActVector vector, int begin, int end, float length) {
    double squares = 0;
    for (int i = begin; i < end; i++) {
      squares += (double) vector.values[i] * vector.values[i];
    }
    double scale = length / Math.sqrt(squares);
    for (int i = begin; i < end; i++) {
      vector.values[i] = (float) (vector.values[i] * scale);
    }
  }

  private static float damp(int count) {
    return (float) (1 + StrictMath.log(count));
  }
}
