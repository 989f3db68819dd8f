package org.solrlmtc.core.json;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Describes what is wrong with a JSON or YAML file, for people who edit such files. */
public final class JsonProblems {
  /** Jackson's own description of the place; it does not name the file. */
  private static final Pattern SOURCE =
      Pattern.compile("\\[Source: [^;\\]]*; (line: \\d+)[^\\]]*]");

  private JsonProblems() {}

  /** One line: the place, the setting, the reason. */
  public static String describe(JsonProcessingException problem) {
    return place(problem.getLocation()) + setting(problem) + reason(problem);
  }

  /** The reason alone, for callers that name the place themselves. */
  public static String reason(JsonProcessingException problem) {
    String reason = problem.getOriginalMessage().lines().findFirst().orElse("not readable");
    return SOURCE.matcher(reason).replaceAll("$1");
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
