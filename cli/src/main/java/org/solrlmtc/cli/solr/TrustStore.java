package org.solrlmtc.cli.solr;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Map;
import java.util.Optional;
import org.apache.solr.client.solrj.embedded.SSLConfig;
import org.solrlmtc.cli.common.UserError;

/**
 * The certificates to trust in place of Java's own, for a Solr whose certificate no public
 * authority has issued.
 *
 * @param file a PKCS12 or JKS file
 */
record TrustStore(Path file, String password) {
  /** The variable with the file. */
  static final String VARIABLE = "LMTC_SOLR_TRUSTSTORE";

  /** The variable with the file's password. */
  static final String PASSWORD_VARIABLE = "LMTC_SOLR_TRUSTSTORE_PASSWORD";

  /** What to do when a certificate is not trusted. */
  static final String REMEDY =
      "name a file with the certificate of its issuer, by --truststore or " + VARIABLE;

  TrustStore {
    if (!Files.isRegularFile(file)) {
      throw new UserError(
          "there is no trust store " + file + ": correct --truststore or " + VARIABLE);
    }
    try {
      KeyStore.getInstance(new File(file.toString()), password.toCharArray());
    } catch (IOException | GeneralSecurityException e) {
      throw new UserError(
          "cannot open the trust store "
              + file
              + " with the password in "
              + PASSWORD_VARIABLE
              + ": "
              + e.getMessage(),
          e);
    }
  }

  /**
   * @param option the file that the command line names
   * @throws UserError when the file cannot be opened
   */
  static Optional<TrustStore> of(Optional<Path> option, Map<String, String> environment) {
    return option
        .or(() -> value(environment, VARIABLE).map(Path::of))
        .map(file -> new TrustStore(file, value(environment, PASSWORD_VARIABLE).orElse("")));
  }

  private static Optional<String> value(Map<String, String> environment, String variable) {
    return Optional.ofNullable(environment.get(variable)).filter(value -> !value.isEmpty());
  }

  SSLConfig config() {
    // only with client authentication does SolrJ use a trust store; without a key store, it sends
    // no
    // certificate
    boolean clientAuthentication = true;
    return new SSLConfig(true, clientAuthentication, null, null, file.toString(), password);
  }

  /** Without the password, so that it gets into no message. */
  @Override
  public String toString() {
    return "TrustStore[" + file + "]";
  }
}
