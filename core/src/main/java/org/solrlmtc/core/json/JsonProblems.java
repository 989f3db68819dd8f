package org.solrlmtc.core.json;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import java.util.stream.Collectors;

/** Says what is wrong with a JSON or YAML file, for people who edit such files. */
public final class JsonProblems {
  private JsonProblems() {}

  /** One line: where, which setting, what. */
  public static String describe(JsonProcessingException problem) {
    String what = problem.getOriginalMessage().lines().findFirst().orElse("not readable");
    return place(problem.getLocation()) + setting(problem) + what;
  }

  private static String place(JsonLocation location) {
    return location == null || location.getLineNr() < 1
        ? ""
        : "line " + location.getLineNr() + ": ";
  }

  private static String setting(JsonProcessingException problem) {
    if (!(problem instanceof JsonMappingException mapping) || mapping.getPath().isEmpty()) {
      return "";
    }
    return mapping.getPath().stream()
            .map(
                step ->
                    step.getFieldName() == null
                        ? String.valueOf(step.getIndex())
                        : step.getFieldName())
            .collect(Collectors.joining("."))
        + ": ";
  }
}
