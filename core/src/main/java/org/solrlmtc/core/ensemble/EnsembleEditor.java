package org.solrlmtc.core.ensemble;

import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.bundle.ConceptEditor;
import org.solrlmtc.core.bundle.ConceptEditors;
import org.solrlmtc.core.bundle.ModelBundle;

/**
 * Edits the members of an ensemble. The combiner treats an added label as one without training
 * acts; a member that cannot score it gives it no score.
 */
public final class EnsembleEditor implements ConceptEditor {
  @Override
  public String method() {
    return EnsembleScorerProvider.METHOD;
  }

  @Override
  public BitSet write(ModelBundle model, Task task) throws IOException {
    EnsembleSettings settings = EnsembleSettings.of(model);
    BitSet unknown = task.added();
    boolean scored = false;
    for (EnsembleSettings.Member member : settings.members()) {
      ModelBundle inner = model.member(member.name(), member.method(), member.settings());
      Task ofMember =
          new Task(
              task.labels(),
              task.thesaurus(),
              name -> task.target().apply(ModelBundle.memberFile(member.name(), name)));
      Optional<ConceptEditor> editor = ConceptEditors.find(inner);
      if (editor.isEmpty()) {
        ofMember.copyAll(inner);
      } else {
        unknown.and(editor.get().write(inner, ofMember));
        scored = true;
      }
    }
    if (!scored && !task.added().isEmpty()) {
      throw new BundleException(
          "no member of the ensemble '"
              + model.manifest().name()
              + "' scores labels by their names: train it with a linear model or Exact Match");
    }
    List<String> prefixes =
        settings.names().stream().map(name -> ModelBundle.memberFile(name, "")).toList();
    for (String file : model.ownFiles()) {
      if (prefixes.stream().noneMatch(file::startsWith)) {
        task.copy(model, file);
      }
    }
    return unknown;
  }
}
