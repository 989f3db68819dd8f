package org.solrlmtc.core.bundle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.function.Function;
import org.solrlmtc.core.score.LabelEdit;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.thesaurus.Thesaurus;

/**
 * Writes the files of a model for labels that were added after training, without training acts.
 * Found by {@link java.util.ServiceLoader}; models of a method without an editor score no added
 * label, and their files stay as they are. The scores of all other labels must stay exactly as they
 * are.
 */
public interface ConceptEditor {

  /** The method's name in manifests. */
  String method();

  /** Whether this model of the method scores added labels, by their names. */
  default boolean scoresAdded(ModelBundle model) {
    return true;
  }

  /**
   * Writes all files of the method.
   *
   * @param model the model before the edit, which {@linkplain #scoresAdded scores added labels}
   * @return the added labels that it cannot score, as it knows no word of their names
   */
  BitSet write(ModelBundle model, Task task) throws IOException;

  /**
   * What is to be written.
   *
   * @param labels the labels after the edit; the first ones are those of the model
   * @param thesaurus the thesaurus after the edit
   * @param target where a file of the method goes, by its name
   */
  record Task(LabelSet labels, Thesaurus thesaurus, Function<String, Path> target) {

    /** The labels that were added after training, and not removed. */
    public BitSet added() {
      BitSet added = labels.assigned();
      for (int label = 0; label < labels.size(); label++) {
        if (!labels.edits(label).contains(LabelEdit.ADDED)) {
          added.clear(label);
        }
      }
      return added;
    }

    /** Copies a file of the model. */
    public void copy(ModelBundle model, String file) throws IOException {
      Files.copy(model.file(file), target.apply(file));
    }

    /** Copies all files of the model's method. */
    public void copyAll(ModelBundle model) throws IOException {
      for (String file : model.ownFiles()) {
        copy(model, file);
      }
    }
  }
}
