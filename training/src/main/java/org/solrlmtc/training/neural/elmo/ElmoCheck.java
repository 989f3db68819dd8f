package org.solrlmtc.training.neural.elmo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.solrlmtc.core.text.CharacterIds;
import org.solrlmtc.training.execution.TrainingException;

/**
 * Compares a biLM with states that another implementation computed. The folder has the biLM and, as
 * in AllenNLP's tests, {@code sentences.json} with streams of sentences and for each stream {@code
 * lm_embeddings_N.hdf5}: the states of the top layer, forward and backward, per sentence. States
 * are carried over the sentences of a stream. If it has {@code vocab_test.txt} and {@code
 * elmo_token_embeddings.hdf5}, the vectors of words are compared, too.
 *
 * @param streams the largest difference in each stream
 * @param states number of states compared
 * @param words the largest difference of a word's vector; 0 if there are none
 */
public record ElmoCheck(List<Double> streams, long states, double words) {
  private static final String SENTENCES = "sentences.json";

  /** The largest difference of all. */
  public double largest() {
    double largest = words;
    for (double difference : streams) {
      // keeps NaN
      largest = difference <= largest ? largest : difference;
    }
    return largest;
  }

  /**
   * Computes and compares.
   *
   * @throws TrainingException naming the file that is missing or wrong
   */
  public static ElmoCheck of(Path folder) throws IOException {
    ElmoWeights weights = ElmoFiles.in(folder).read();
    ElmoReference reference = new ElmoReference(weights);
    int perWord = weights.options().charactersPerWord();
    List<Double> streams = new ArrayList<>();
    long states = 0;
    List<List<String>> sentences = sentences(folder.resolve(SENTENCES));
    for (int stream = 0; stream < sentences.size(); stream++) {
      ElmoReference.StreamState state = new ElmoReference.StreamState(weights.options());
      double largest = 0;
      try (Hdf5Tensors expected =
          Hdf5Tensors.open(folder.resolve("lm_embeddings_" + stream + ".hdf5"))) {
        for (int i = 0; i < sentences.get(stream).size(); i++) {
          List<int[]> words = words(sentences.get(stream).get(i), perWord);
          double[][][] layers = reference.states(words, state);
          double[][] top = layers[layers.length - 1];
          int size = weights.options().size();
          float[] values = expected.read("" + i, 2, words.size(), size);
          for (int at = 0; at < values.length; at++) {
            int word = at / size % words.size();
            int dimension = at / size / words.size() * size + at % size;
            largest = larger(largest, Math.abs(values[at] - top[word][dimension]));
          }
          states += 2L * words.size();
        }
      }
      streams.add(largest);
    }
    return new ElmoCheck(streams, states, wordDifference(folder, reference, weights.options()));
  }

  private static double wordDifference(Path folder, ElmoReference reference, ElmoOptions options)
      throws IOException {
    Path vocabulary = folder.resolve("vocab_test.txt");
    Path vectors = folder.resolve("elmo_token_embeddings.hdf5");
    if (!Files.exists(vocabulary) || !Files.exists(vectors)) {
      return 0;
    }
    List<String> words = Files.readAllLines(vocabulary);
    double largest = 0;
    try (Hdf5Tensors expected = Hdf5Tensors.open(vectors)) {
      float[] values = expected.read("embedding", words.size(), options.size());
      for (int word = 0; word < words.size(); word++) {
        double[] vector = reference.wordVector(ids(words.get(word), options.charactersPerWord()));
        for (int i = 0; i < vector.length; i++) {
          largest = larger(largest, Math.abs(values[word * vector.length + i] - vector[i]));
        }
      }
    }
    return largest;
  }

  private static int[] ids(String word, int perWord) {
    return switch (word) {
      case "<S>" -> CharacterIds.textBegin(perWord);
      case "</S>" -> CharacterIds.textEnd(perWord);
      default -> CharacterIds.ofWord(word, perWord);
    };
  }

  private static double larger(double largest, double difference) {
    return difference <= largest ? largest : difference;
  }

  private static List<int[]> words(String sentence, int perWord) {
    List<int[]> words = new ArrayList<>();
    for (String word : sentence.strip().split("\\s+")) {
      words.add(CharacterIds.ofWord(word, perWord));
    }
    return words;
  }

  private static List<List<String>> sentences(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new TrainingException(
          file + " does not exist: name a folder with a model, sentences and their states");
    }
    try {
      return new JsonMapper()
          .readValue(Files.readString(file), new TypeReference<List<List<String>>>() {});
    } catch (JsonProcessingException e) {
      throw new TrainingException(file + " is no list of streams of sentences", e);
    }
  }
}
