package org.solrlmtc.cli.index;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.solr.client.solrj.util.ClientUtils;
import org.solrlmtc.cli.common.UserError;
import org.solrlmtc.core.label.LabellingStatus;

/**
 * The documents to relabel.
 *
 * @param query a filter in Solr's syntax
 * @param onlyFailed only those that the model failed on, with or without labels of the fallback
 *     model, and those with stale labels
 * @param onlyOutdated only those that the current model has not labelled
 */
record RelabelSelection(Optional<String> query, boolean onlyFailed, boolean onlyOutdated) {

  /**
   * The filters that all selected documents pass.
   *
   * @throws UserError when the collection lacks a field that the selection needs
   */
  List<String> filters(LabelledCollection labelled) {
    List<String> filters = new ArrayList<>();
    query.ifPresent(filters::add);
    if (labelled.hasChildren()) {
      // child documents are not labelled
      filters.add("*:* -" + LabelledCollection.NEST_PATH + ":*");
    }
    if (onlyFailed) {
      filters.add(failed(labelled));
    }
    if (onlyOutdated) {
      String model =
          require(labelled.modelField(), "model", "outdated labels cannot be recognised")
              + ":"
              + ClientUtils.escapeQueryChars(labelled.model());
      filters.add("(*:* -" + model + ") OR " + failed(labelled));
    }
    return filters;
  }

  private static String failed(LabelledCollection labelled) {
    return require(labelled.status(), "status", "failures cannot be found")
        + LabellingStatus.needsRelabellingPrefixes().stream()
            .map(prefix -> ClientUtils.escapeQueryChars(prefix) + "*")
            .collect(Collectors.joining(" OR ", ":(", ")"));
  }

  private static String require(String field, String output, String consequence) {
    if (field.isEmpty()) {
      throw new UserError(
          "the labelling processor's output '" + output + "' is disabled: " + consequence);
    }
    return field;
  }
}
