package org.solrlmtc.plugin.update;

import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Map;
import org.apache.solr.schema.DateValueFieldType;
import org.apache.solr.schema.IndexSchema;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks what corrections of labels need of a schema. */
final class LabelSchema {
  private static final Logger log = LoggerFactory.getLogger(MethodHandles.lookup().lookupClass());

  private LabelSchema() {}

  /**
   * Checks the fields from which labels are derived again.
   *
   * @throws IllegalArgumentException with the name of a wrong field
   */
  static void check(Map<OutputField, String> outputs, IndexSchema schema) {
    String reviewed = outputs.get(OutputField.REVIEWED);
    if (!(schema.getFieldType(reviewed) instanceof DateValueFieldType)) {
      throw new IllegalArgumentException(
          "the output '"
              + OutputField.REVIEWED.key()
              + "' is a date, but the field '"
              + reviewed
              + "' has the type '"
              + schema.getFieldType(reviewed).getTypeName()
              + "': choose a field of a type such as pdate");
    }
    for (OutputField ordered : List.of(OutputField.SUGGESTED, OutputField.SUGGESTED_SCORES)) {
      if (!schema.getField(outputs.get(ordered)).stored()) {
        throw new IllegalArgumentException(
            "the output '"
                + ordered.key()
                + "' names the field '"
                + outputs.get(ordered)
                + "', which is not stored: docValues do not keep rank order; make it"
                + " stored=\"true\"");
      }
    }
    if (schema.isUsableForChildDocs()
        && schema.getFieldOrNull(IndexSchema.NEST_PATH_FIELD_NAME) == null) {
      log.warn(
          "the schema has the field {} without {}: an atomic update of a document, such as a"
              + " correction of its labels, deletes its child documents. Add the field {} of type"
              + " solr.NestPathField and index again, or remove {} if there are no child documents",
          IndexSchema.ROOT_FIELD_NAME,
          IndexSchema.NEST_PATH_FIELD_NAME,
          IndexSchema.NEST_PATH_FIELD_NAME,
          IndexSchema.ROOT_FIELD_NAME);
    }
  }
}
