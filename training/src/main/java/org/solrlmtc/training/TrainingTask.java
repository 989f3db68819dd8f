package org.solrlmtc.training;

import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.thesaurus.Thesaurus;

/** What a trainer gets to work with. */
record TrainingTask(
    Recipe recipe, TrainingData data, LabelSet labels, Thesaurus thesaurus, Progress progress) {}
