package org.solrlmtc.plugin.update;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.Test;
import org.solrlmtc.plugin.fixtures.LabellingTestCase;
import org.solrlmtc.plugin.fixtures.ThrowingScorers;
import org.solrlmtc.plugin.fixtures.TinyBundles;

/** A core with a wrong setting, field or bundle does not load; the message names it. */
public class TestCoreLoading extends LabellingTestCase {

  @Test
  public void aMissingModelIsNamedWithTheExistingOnes() throws Exception {
    System.setProperty("lmtc.model", "no-such-model");
    assertRefused(
        shippedConfig(), "there is no model bundle 'no-such-model'", "there are: throwing, words");
  }

  @Test
  public void aModelNameCannotLeaveTheModelsFolder() throws Exception {
    System.setProperty("lmtc.model", "../words");
    assertRefused(shippedConfig(), "the bundle name '../words' must be");
  }

  @Test
  public void aBundleWithAChangedByteIsRefusedByFileName() throws Exception {
    Path labels = models.resolve("words").resolve("labels.tsv");
    byte[] bytes = Files.readAllBytes(labels);
    bytes[bytes.length - 2] ^= 1;
    Files.write(labels, bytes);
    assertRefused(shippedConfig(), "labels.tsv is not the file that the manifest describes");
  }

  @Test
  public void anUnknownMethodIsNamedWithTheExistingOnes() throws Exception {
    TinyBundles.write(models, "words", "telepathy", 0.5, 10);
    assertRefused(
        shippedConfig(),
        "unknown method 'telepathy'",
        "counting, ensemble, exact-match, hanging, label-tree, linear, neighbours, onnx");
  }

  @Test
  public void anUnknownFieldIsNamed() throws Exception {
    assertRefused(
        shippedConfig().replace(">recitals</str>", ">preamble</str>"),
        "the zone 'recitals' names the field 'preamble', which the schema does not have");
  }

  @Test
  public void anUnknownZoneIsNamedWithTheValidOnes() throws Exception {
    assertRefused(
        shippedConfig().replace("<str name=\"recitals\">", "<str name=\"preamble\">"),
        "unknown zone 'preamble': use header (H), recitals (R), main_body (MB) or attachments (A)");
  }

  @Test
  public void anUnknownSettingIsNamedWithTheValidOnes() throws Exception {
    assertRefused(
        shippedConfig().replace("name=\"onFailure\"", "name=\"on_failure\""),
        "unknown setting 'on_failure'; known settings: [checkLanguage, exclude, fallback, include,"
            + " lookAhead, maxLabels, maxTextChars, minLabels, model, onFailure");
  }

  @Test
  public void aSingleValuedOutputFieldIsRefused() throws Exception {
    assertRefused(withOutput("concepts", "type"), "the field 'type' is not multiValued");
  }

  @Test
  public void anOutputThatAtomicUpdatesWouldLoseIsRefused() throws Exception {
    assertRefused(
        withOutput("concepts", "text"),
        "the field 'text', which is neither stored nor has docValues",
        "stored=\"true\"");
  }

  @Test
  public void anOutputIntoATextFieldIsRefused() throws Exception {
    assertRefused(
        withOutput("concepts", "main_body"),
        "the field 'main_body' is a text field: it cannot be the field of the output 'concepts'");
  }

  @Test
  public void anUnknownOutputIsRefused() throws Exception {
    assertRefused(withOutput("label", "type"), "unknown output 'label'; known outputs: [concepts,");
  }

  @Test
  public void aTextFieldThatIsACopyFieldTargetIsRefused() throws Exception {
    assertRefused(
        shippedConfig().replace(">recitals</str>", ">text</str>"),
        "the field 'text', which a copyField fills only after labelling");
  }

  @Test
  public void aLimitThatIsNoNumberIsRefused() throws Exception {
    assertRefused(
        shippedConfig()
            .replace(
                "<str name=\"onFailure\">",
                "<str name=\"maxTextChars\">many</str><str name=\"onFailure\">"),
        "the setting 'maxTextChars' must be a whole number, not 'many'");
  }

  @Test
  public void anUnknownFailurePolicyIsRefused() throws Exception {
    System.setProperty("lmtc.onFailure", "ignore");
    assertRefused(shippedConfig(), "onFailure must be 'fail', 'skip' or 'fallback', not 'ignore'");
  }

  @Test
  public void aFallbackAndItsPolicyRequireEachOther() throws Exception {
    System.setProperty("lmtc.onFailure", "fallback");
    assertRefused(shippedConfig(), "'fallback' and onFailure = fallback require each other");
    System.setProperty("lmtc.onFailure", "skip");
    System.setProperty("lmtc.fallback", "throwing");
    assertRefused(shippedConfig(), "'fallback' and onFailure = fallback require each other");
    System.setProperty("lmtc.onFailure", "fallback");
    System.setProperty("lmtc.fallback", "words");
    assertRefused(shippedConfig(), "the setting 'fallback' names the model itself");
    System.setProperty("lmtc.fallback", "oracle");
    assertRefused(shippedConfig(), "there is no model bundle 'oracle'");
  }

  @Test
  public void aTimeLimitOfZeroIsRefused() throws Exception {
    System.setProperty("lmtc.timeLimit", "0");
    assertRefused(shippedConfig(), "the setting 'timeLimit' must be at least 1, not 0");
  }

  @Test
  public void aNegativeLookAheadIsRefused() throws Exception {
    System.setProperty("lmtc.lookAhead", "-1");
    assertRefused(shippedConfig(), "the setting 'lookAhead' must be at least 0, not -1");
  }

  @Test
  public void aWrongSystemPropertyIsNamed() throws Exception {
    for (String property : List.of("lmtc.queue.capacity", "lmtc.models.maxOnDemand")) {
      System.setProperty(property, "none");
      assertRefused(
          shippedConfig(), "the system property " + property + " must be a number, not 'none'");
      System.clearProperty(property);
    }
  }

  @Test
  public void aModelThatFailsOnItsFirstTextIsRefused() throws Exception {
    TinyBundles.write(models, "words", ThrowingScorers.BROKEN, ThrowingScorers.METHOD, 0.5, 10);
    assertRefused(
        shippedConfig(),
        "model '" + modelId("words") + "' fails on a first text: the tensor caught fire");
  }

  @Test
  public void explanationsNeedAFieldForLongTexts() throws Exception {
    System.setProperty("lmtc.explanationField", "concepts");
    assertRefused(
        shippedConfig(), "make the field 'concepts' stored, but neither indexed nor docValues");
  }

  @Test
  public void aMissingFieldForExplanationsIsNamed() throws Exception {
    System.setProperty("lmtc.explanationField", "lmtc_comment");
    assertRefused(shippedConfig(), "the output 'explanations' names the field 'lmtc_comment'");
  }

  @Test
  public void explanationsNeedAModelThatExplains() throws Exception {
    System.setProperty("lmtc.explanationField", "eurovoc_explanation");
    System.setProperty("lmtc.model", "throwing");
    assertRefused(
        shippedConfig(),
        "the output 'explanations' is enabled, but model '"
            + modelId("throwing")
            + "' cannot explain",
        "(method 'throwing')",
        "the field 'eurovoc_explanation'",
        "choose a model that explains, or leave the name of that output empty");
  }

  private static String withOutput(String output, String field) throws Exception {
    String list = "<lst name=\"output\">";
    return shippedConfig().replace(list, list + "<str name=\"" + output + "\">" + field + "</str>");
  }

  @Test
  public void wrongSettingsOfTheGuardAreNamed() throws Exception {
    String setting = "<int name=\"minFreeMegabytes\">";
    assertTrue(shippedConfig().contains(setting));
    assertRefused(
        shippedConfig().replace(setting, "<int name=\"minFree\">"),
        "unknown setting 'minFree'; known settings: minFreeMegabytes");
    assertRefused(
        shippedConfig().replace(setting, setting + "-"),
        "minFreeMegabytes must be an <int> of 0 or more, not '-512'");
  }

  private void assertRefused(String solrconfig, String... messageParts) {
    Throwable failure =
        expectThrows(
            Exception.class,
            () -> {
              startCore(solrconfig);
              solr.add(act("id", "a", "header", "milk"));
            });
    StringBuilder messages = new StringBuilder();
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      messages.append(cause.getMessage()).append('\n');
    }
    for (String part : messageParts) {
      assertTrue(messages.toString(), messages.toString().contains(part));
    }
    solr = null;
    deleteCore();
  }
}
