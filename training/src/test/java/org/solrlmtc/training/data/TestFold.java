package org.solrlmtc.training.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.training.TinyData;

class TestFold {
  @TempDir Path folder;

  private static List<String> ids(Iterator<ActRecord> acts) {
    List<String> ids = new ArrayList<>();
    acts.forEachRemaining(act -> ids.add(act.act().id()));
    return ids;
  }

  @Test
  void foldsShareTheTrainingActsAndTheRestIsTheOthers() throws IOException {
    TinyData acts = new TinyData();
    for (int i = 0; i < 5; i++) {
      acts.act("train", "text", i == 1 ? "c1" : "c0");
    }
    TrainingData data = acts.write(folder);
    Fold second = new Fold(2, 3);
    assertEquals(List.of("train1", "train4"), data.trainingActs(second).read(TestFold::ids));
    TrainingData others = data.without(second);
    assertEquals(List.of("train0", "train2", "train3"), others.withTrainingActs(TestFold::ids));
    LabelSet labels = data.labels(TinyData.thesaurus(2), id -> {});
    assertEquals(1, labels.trainingActs(1));
    LabelSet recounted = others.recounted(labels);
    assertEquals(labels.ids(), recounted.ids());
    assertEquals(3, recounted.trainingActs(0));
    assertEquals(0, recounted.trainingActs(1));
    String identity = (String) others.identity().get("train");
    assertEquals(data.identity().get("train") + ", without fold 2 of 3", identity);
  }

  @Test
  void thereIsNoFoldBeyondTheLast() {
    assertThrows(IllegalArgumentException.class, () -> new Fold(4, 3));
    assertThrows(IllegalArgumentException.class, () -> new Fold(0, 3));
  }
}
