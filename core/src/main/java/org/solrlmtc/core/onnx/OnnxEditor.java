package org.solrlmtc.core.onnx;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.solrlmtc.core.bundle.ConceptEditor;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.thesaurus.Concept;

/**
 * Gives each added label an output column and a vector of its descriptor, if the network reads the
 * vectors of labels as an input. The network itself stays as it is. Renamed labels keep the vector
 * that the network was trained with.
 */
public final class OnnxEditor implements ConceptEditor {
  @Override
  public String method() {
    return OnnxScorerProvider.METHOD;
  }

  @Override
  public boolean scoresAdded(ModelBundle model) {
    return model.hasFile(LabelVectors.FILE) && model.hasFile(DescriptorVectors.FILE);
  }

  @Override
  public BitSet write(ModelBundle model, Task task) throws IOException {
    DescriptorVectors words = DescriptorVectors.read(model.file(DescriptorVectors.FILE));
    LabelVectors former = LabelVectors.read(model.file(LabelVectors.FILE));
    List<String> formerOutputs = OutputsFile.read(model.file(OnnxScorerProvider.OUTPUTS));
    LabelSet trained = model.labels().trained();
    List<String> outputs = new ArrayList<>();
    List<float[]> vectors = new ArrayList<>();
    for (int column = 0; column < formerOutputs.size(); column++) {
      if (trained.indexOf(formerOutputs.get(column)).isPresent()) {
        outputs.add(formerOutputs.get(column));
        vectors.add(former.row(column));
      }
    }
    BitSet unknown = new BitSet();
    task.added().stream()
        .forEach(
            label -> {
              String id = task.labels().id(label);
              Optional<float[]> vector = vector(task.thesaurus().concept(id).orElseThrow(), words);
              unknown.set(label, vector.isEmpty());
              vector.ifPresent(
                  found -> {
                    outputs.add(id);
                    vectors.add(found);
                  });
            });
    for (String file : model.ownFiles()) {
      if (!file.equals(LabelVectors.FILE) && !file.equals(OnnxScorerProvider.OUTPUTS)) {
        task.copy(model, file);
      }
    }
    OutputsFile.write(outputs, task.target().apply(OnnxScorerProvider.OUTPUTS));
    LabelVectors.write(vectors.toArray(float[][]::new), task.target().apply(LabelVectors.FILE));
    return unknown;
  }

  /** By the descriptor, as in training; by the first alternative name with a known word, else. */
  private static Optional<float[]> vector(Concept concept, DescriptorVectors words) {
    return Stream.concat(Stream.of(concept.descriptor()), concept.alternativeNames().stream())
        .map(words::vector)
        .flatMap(Optional::stream)
        .findFirst();
  }
}
