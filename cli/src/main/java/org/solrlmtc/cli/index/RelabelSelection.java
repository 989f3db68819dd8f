package org.solrlmtc.cli.index;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.solr.client.solrj.util.ClientUtils;
import org.solrlmtc.cli.common.UserError;
import org.solrlmtc.core.label.LabellingStatus;

/**
 * Which documents are labelled anew.
 *
 * @param query a filter in Solr's syntax
 * @param onlyFailed only those that the model failed on, whether or not a fallback labelled them,
 *     or whose text changed since
 * @param onlyOutdated only those that the present model has not labelled
 * @param includeSupplied also those whose labels a person supplied
 */
record RelabelSelection(
    Optional<String> query, boolean onlyFailed, boolean onlyOutdated, boolean includeSupplied) {

  /**
   * The filters that all selected documents pass.
   *
   * @throws UserError when the collection has not the fields that tell
   */
  List<String> filters(LabelledCollection labelled) {
    List<String> filters = new ArrayList<>();
    query.ifPresent(filters::add);
    if (!includeSupplied) {
      String status =
          written(
                  labelled.status(),
                  "status",
                  "labels that a person supplied cannot be told apart; give --include-supplied if"
                      + " there are none")
              + ":"
              + LabellingStatus.SUPPLIED.format();
      filters.add("*:* -" + status);
    }
    if (onlyFailed) {
      filters.add(failed(labelled));
    }
    if (onlyOutdated) {
      String model =
          written(labelled.modelField(), "model", "outdated labels cannot be told apart")
              + ":"
              + ClientUtils.escapeQueryChars(labelled.model());
      filters.add("(*:* -" + model + ") OR " + failed(labelled));
    }
    return filters;
  }

  /** Those among all that the query means whose labels a person supplied. */
  List<String> suppliedFilters(LabelledCollection labelled) {
    List<String> filters = new ArrayList<>(query.stream().toList());
    filters.add(labelled.status() + ":" + LabellingStatus.SUPPLIED.format());
    return filters;
  }

  private static String failed(LabelledCollection labelled) {
    return written(labelled.status(), "status", "failures cannot be found")
        + LabellingStatus.needsRelabellingPrefixes().stream()
            .map(prefix -> ClientUtils.escapeQueryChars(prefix) + "*")
            .collect(Collectors.joining(" OR ", ":(", ")"));
  }

  private static String written(String field, String output, String otherwise) {
    if (field.isEmpty()) {
      throw new UserError(
          "the labelling processor's output '" + output + "' is switched off: " + otherwise);
    }
    return field;
  }
}
