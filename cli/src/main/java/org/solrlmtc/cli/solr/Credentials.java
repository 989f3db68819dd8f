package org.solrlmtc.cli.solr;

import java.util.Map;
import java.util.Optional;
import org.solrlmtc.cli.common.UserError;

/**
 * User and password for a Solr with basic authentication. They come from an environment variable,
 * or the password from the console: every user of the machine can read the arguments of a process.
 */
record Credentials(String user, String password) {
  /** The variable with {@code USER:PASSWORD}. */
  static final String VARIABLE = "LMTC_SOLR_AUTH";

  /** What to do after Solr has refused a request with 401 or 403. */
  static final String REMEDY =
      "set " + VARIABLE + "=USER:PASSWORD to a user who may do this, or correct it";

  static Optional<Credentials> of(Map<String, String> environment) {
    return Optional.ofNullable(environment.get(VARIABLE))
        .filter(value -> !value.isEmpty())
        .map(Credentials::parse);
  }

  private static Credentials parse(String value) {
    int colon = value.indexOf(':');
    if (colon < 1) {
      // without the value, which may be a password
      throw new UserError("environment variable " + VARIABLE + " must be USER:PASSWORD");
    }
    return new Credentials(value.substring(0, colon), value.substring(colon + 1));
  }

  /** Without the password, so that it gets into no message. */
  @Override
  public String toString() {
    return "Credentials[user=" + user + "]";
  }
}
