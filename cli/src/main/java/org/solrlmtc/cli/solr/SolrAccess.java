package org.solrlmtc.cli.solr;

import java.io.Console;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.solrlmtc.cli.common.UserError;

/**
 * What a guarded Solr asks for: credentials, and trust in its certificate.
 *
 * @param trustStore empty for Java's own
 */
record SolrAccess(Optional<Credentials> credentials, Optional<TrustStore> trustStore) {
  /** From the environment variables of this process. */
  static SolrAccess ofEnvironment() {
    return of(Optional.empty(), Optional.empty());
  }

  /**
   * From options, and where they are absent from the environment.
   *
   * @param user the user whose password is asked for on the console
   */
  static SolrAccess of(Optional<String> user, Optional<Path> trustStore) {
    Map<String, String> environment = System.getenv();
    return new SolrAccess(
        user.map(SolrAccess::askPassword).or(() -> Credentials.of(environment)),
        TrustStore.of(trustStore, environment));
  }

  // before Java 22 there is no console without a terminal; later it reads the standard input, and
  // the password is null at its end
  @SuppressWarnings("SystemConsoleNull")
  private static Credentials askPassword(String user) {
    Console console = System.console();
    char[] password = console == null ? null : console.readPassword("Password of %s: ", user);
    if (password == null) {
      throw new UserError(
          "--user asks for the password on the console, and there is none: set "
              + Credentials.VARIABLE
              + "=USER:PASSWORD instead");
    }
    return new Credentials(user, new String(password));
  }
}
