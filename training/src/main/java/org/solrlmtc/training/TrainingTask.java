package org.solrlmtc.training;

import java.nio.file.Path;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.training.data.TrainingData;
import org.solrlmtc.training.execution.Progress;
import org.solrlmtc.training.execution.Resources;
import org.solrlmtc.training.recipe.Recipe;

/**
 * The inputs of a trainer.
 *
 * @param workFolder where a trainer may keep checkpoints; it need not exist, and is deleted when
 *     the bundle is done
 */
public record TrainingTask(
    Recipe recipe,
    TrainingData data,
    LabelSet labels,
    Thesaurus thesaurus,
    Resources resources,
    Path workFolder,
    Progress progress) {}
