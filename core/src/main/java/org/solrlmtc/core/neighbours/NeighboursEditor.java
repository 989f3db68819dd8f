package org.solrlmtc.core.neighbours;

import java.io.IOException;
import java.util.BitSet;
import org.solrlmtc.core.bundle.ConceptEditor;
import org.solrlmtc.core.bundle.ModelBundle;

/** No known act has an added label: it exists, and gets no vote. */
public final class NeighboursEditor implements ConceptEditor {
  @Override
  public String method() {
    return NeighboursScorerProvider.METHOD;
  }

  @Override
  public boolean scoresAdded() {
    return false;
  }

  @Override
  public BitSet write(ModelBundle model, Task task) throws IOException {
    task.copyAll(model);
    return new BitSet();
  }
}
