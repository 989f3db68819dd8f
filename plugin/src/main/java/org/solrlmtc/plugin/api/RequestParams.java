package org.solrlmtc.plugin.api;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrException.ErrorCode;
import org.apache.solr.common.params.SolrParams;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.io.OneLine;
import org.solrlmtc.plugin.model.Model;
import org.solrlmtc.plugin.model.ModelLeases;

/**
 * Reads the parameters of a request. A parameter without a value counts as absent. Every error is
 * an HTTP 400 that names the parameter.
 */
public final class RequestParams {
  private final SolrParams params;

  public RequestParams(SolrParams params) {
    this.params = params;
  }

  public Optional<String> text(String name) {
    return Optional.ofNullable(params.get(name)).filter(value -> !value.isBlank());
  }

  /** The parameter {@code f.FIELD.name}, else {@code name}, which applies to all fields. */
  public Optional<String> textOfField(String field, String name) {
    return Optional.ofNullable(params.getFieldParam(field, name)).filter(value -> !value.isBlank());
  }

  /** The values of a parameter that can be repeated. */
  List<String> all(String name) {
    String[] values = params.getParams(name);
    return values == null ? List.of() : List.of(values);
  }

  /** Values separated by commas. */
  public Optional<List<String>> list(String name) {
    return text(name).map(value -> Arrays.stream(value.split(",", -1)).map(String::strip).toList());
  }

  public Optional<Long> integer(String name, long min, long max) {
    return text(name).map(value -> integer(name, value, min, max));
  }

  public static long integer(String name, String value, long min, long max) {
    String problem = "must be a whole number from " + min + " to " + max + ", not '" + value + "'";
    try {
      long number = Long.parseLong(value.strip());
      if (number < min || number > max) {
        throw bad(name, problem);
      }
      return number;
    } catch (NumberFormatException e) {
      throw bad(name, problem);
    }
  }

  /** False when absent. */
  boolean flag(String name) {
    return optionalFlag(name).orElse(false);
  }

  Optional<Boolean> optionalFlag(String name) {
    return text(name).map(value -> flag(name, value.strip()));
  }

  private static boolean flag(String name, String value) {
    if (!value.equals("true") && !value.equals("false")) {
      throw bad(name, "must be true or false, not '" + value + "'");
    }
    return value.equals("true");
  }

  public Optional<Double> fraction(String name) {
    return text(name).map(value -> fraction(name, value));
  }

  private static double fraction(String name, String value) {
    double number;
    try {
      number = Double.parseDouble(value.strip());
    } catch (NumberFormatException e) {
      number = Double.NaN;
    }
    if (!(number >= 0 && number <= 1)) {
      throw bad(name, "must be a number from 0 to 1, not '" + value + "'");
    }
    return number;
  }

  /**
   * The model of this name.
   *
   * @param parameter the parameter that an error names
   * @throws SolrException naming the parameter when there is no such bundle or it is not usable
   */
  public static Model model(String parameter, String name, ModelLeases leases) {
    try {
      return leases.get(name);
    } catch (BundleException e) {
      throw bad(parameter, "names no usable model: " + e.getMessage());
    }
  }

  public static SolrException bad(String name, String problem) {
    return bad("'" + name + "' " + problem);
  }

  /**
   * @param problem begins with the parameter's name in quotes
   */
  static SolrException bad(String problem) {
    return new SolrException(ErrorCode.BAD_REQUEST, OneLine.of("the parameter " + problem));
  }
}
