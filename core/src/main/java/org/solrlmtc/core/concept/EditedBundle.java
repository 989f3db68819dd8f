package org.solrlmtc.core.concept;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.bundle.BundleManifest;
import org.solrlmtc.core.bundle.BundleWriter;
import org.solrlmtc.core.bundle.ConceptEditor;
import org.solrlmtc.core.bundle.ConceptEditors;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.bundle.Scorers;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.thesaurus.HierarchyPaths;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.core.thesaurus.ThesaurusException;
import org.solrlmtc.core.thesaurus.ThesaurusTsv;

/**
 * Writes new versions of bundles whose labels were edited, without training. The scores of labels
 * that are not edited stay exactly as they are. Equal edits of equal bundles give equal bundles.
 */
public final class EditedBundle {
  /** The list of edits in the provenance. */
  public static final String PROVENANCE = "conceptEdits";

  /** The digest of the bundle before an edit, in the provenance. */
  public static final String FROM = "from";

  private EditedBundle() {}

  /**
   * Writes a bundle with one edit more.
   *
   * @param target the folder of the new bundle; may be that of the old one, which it then replaces
   * @throws BundleException with the reason why nothing was written
   */
  public static ModelBundle write(ModelBundle bundle, ConceptEdit edit, Path target)
      throws IOException {
    EditedThesaurus thesaurus = new EditedThesaurus(bundle.thesaurus());
    LabelChanges changes =
        switch (edit.action()) {
          case ADD -> {
            boolean revived =
                bundle.labels().indexOf(edit.id()).isPresent() && edit.name().isPresent();
            yield new LabelChanges(
                List.of(edit.id()), revived ? List.of(edit.id()) : List.of(), List.of());
          }
          case RENAME -> new LabelChanges(List.of(), List.of(edit.id()), List.of());
          case REMOVE -> new LabelChanges(List.of(), List.of(), List.of(edit.id()));
        };
    // first the labels: that an id is a label already says more than what its concept is
    LabelSet labels = changes.apply(bundle.labels());
    return write(bundle, labels, thesaurus.apply(edit), edit.toMap(), target);
  }

  /**
   * @param entry what is done, for the provenance
   */
  static ModelBundle write(
      ModelBundle bundle,
      LabelSet labels,
      Thesaurus thesaurus,
      Map<String, Object> entry,
      Path target)
      throws IOException {
    try {
      // Solr would refuse the bundle
      new HierarchyPaths(thesaurus);
    } catch (ThesaurusException e) {
      throw new BundleException(e.getMessage(), e);
    }
    BundleManifest manifest = bundle.manifest();
    try (BundleWriter writer = new BundleWriter(target, labels, thesaurus)) {
      ThesaurusTsv.write(bundle.trainedThesaurus(), writer.file(ModelBundle.TRAINED_THESAURUS));
      ConceptEditor.Task task = new ConceptEditor.Task(labels, thesaurus, writer::file);
      Optional<ConceptEditor> editor = ConceptEditors.find(bundle);
      if (editor.isPresent()) {
        checkKnown(editor.get().write(bundle, task), labels, thesaurus);
      } else if (task.added().isEmpty()) {
        task.copyAll(bundle);
      } else {
        throw new BundleException(
            "bundle '"
                + manifest.name()
                + "' (method "
                + manifest.method()
                + ") has no score for a label that it was not trained with: train it again, or"
                + " make it a member of an ensemble with a linear model or Exact Match");
      }
      // opens everything as Solr will
      Scorers.open(
              writer.preview(
                  manifest.version(), manifest.method(), manifest.settings(), manifest.decision()))
          .close();
      return writer.finish(
          manifest.version(),
          manifest.method(),
          manifest.settings(),
          manifest.decision(),
          provenance(bundle, entry),
          manifest.quality(),
          Optional.ofNullable(manifest.reference()));
    }
  }

  private static void checkKnown(BitSet unknown, LabelSet labels, Thesaurus thesaurus) {
    if (!unknown.isEmpty()) {
      throw new BundleException(
          "the model knows no word of the names of "
              + unknown.stream()
                  .limit(5)
                  .mapToObj(labels::id)
                  .map(id -> id + " (" + thesaurus.concept(id).orElseThrow().descriptor() + ")")
                  .collect(Collectors.joining(", "))
              + (unknown.cardinality() > 5 ? ", ..." : "")
              + ": give it alternative names");
    }
  }

  private static Map<String, Object> provenance(ModelBundle bundle, Map<String, Object> entry) {
    Map<String, Object> complete = new LinkedHashMap<>(entry);
    complete.put(FROM, bundle.digest());
    List<Object> edits = new ArrayList<>(edits(bundle));
    edits.add(complete);
    Map<String, Object> provenance = new LinkedHashMap<>(bundle.manifest().provenance());
    provenance.put(PROVENANCE, edits);
    return provenance;
  }

  private static List<?> edits(ModelBundle bundle) {
    return bundle.manifest().provenance().get(PROVENANCE) instanceof List<?> list
        ? list
        : List.of();
  }

  /**
   * Whether the last edit of a bundle was this one.
   *
   * @param from digest of the bundle before it
   */
  public static boolean isResult(ModelBundle bundle, ConceptEdit edit, String from) {
    Map<String, Object> wanted = new LinkedHashMap<>(edit.toMap());
    wanted.put(FROM, from);
    List<?> edits = edits(bundle);
    return !edits.isEmpty() && edits.get(edits.size() - 1).equals(wanted);
  }
}
