package org.solrlmtc.cli.solr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.solrlmtc.cli.common.UserError;

class TestCredentials {
  @Test
  void theVariableHasUserAndPassword() {
    assertEquals(
        Optional.of(new Credentials("anna", "a:b c")),
        Credentials.of(Map.of("LMTC_SOLR_AUTH", "anna:a:b c")));
    assertEquals(Optional.empty(), Credentials.of(Map.of()));
    assertEquals(Optional.empty(), Credentials.of(Map.of("LMTC_SOLR_AUTH", "")));
  }

  @Test
  void aWrongValueIsNamedButNotQuoted() {
    for (String wrong : new String[] {"secret", ":secret"}) {
      UserError e =
          assertThrows(UserError.class, () -> Credentials.of(Map.of("LMTC_SOLR_AUTH", wrong)));
      assertTrue(e.getMessage().contains("LMTC_SOLR_AUTH must be USER:PASSWORD"), e.getMessage());
      assertFalse(e.getMessage().contains("secret"), e.getMessage());
    }
    assertFalse(new Credentials("anna", "secret").toString().contains("secret"));
  }
}
