package org.solrlmtc.plugin.update;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.Test;
import org.solrlmtc.plugin.api.ClassifyHandler;
import org.solrlmtc.plugin.api.ModelsHandler;
import org.solrlmtc.plugin.evaluate.EvaluateHandler;
import org.solrlmtc.plugin.fixtures.HandlerTestCase;
import org.solrlmtc.plugin.fixtures.TinyBundles;
import org.solrlmtc.plugin.javabin.CheckedQueryComponent;
import org.solrlmtc.plugin.javabin.JavabinUpdateHandler;
import org.solrlmtc.plugin.javabin.JavabinV2UpdateHandler;
import org.solrlmtc.plugin.page.PageHandler;

/** The configurations in the javadoc of processor and handlers can be pasted. */
public class TestJavadocConfigurations extends HandlerTestCase {
  private static final Pattern SNIPPET =
      Pattern.compile("(?s)<pre class=.*?>\\{@code(.*?)\\}</pre>");

  private static String snippet(Class<?> type) throws IOException {
    String source =
        Files.readString(
            Path.of("src", "main", "java").resolve(type.getName().replace('.', '/') + ".java"));
    Matcher snippet = SNIPPET.matcher(source);
    assertTrue(type.getName(), snippet.find());
    return snippet.group(1).replaceAll("(?m)^ \\* ?", "");
  }

  @Test
  public void aCoreWithAllConfigurationsOfTheJavadocLoadsAndLabels() throws Exception {
    TinyBundles.write(models, "eurovoc-default", "exact-match", 0.5, 10);
    TinyBundles.write(models, "exact-match", "exact-match", 0.5, 10);
    StringBuilder pasted = new StringBuilder();
    for (Class<?> type :
        List.of(
            LmtcUpdateProcessorFactory.class,
            GuardUpdateProcessorFactory.class,
            ClassifyHandler.class,
            ModelsHandler.class,
            EvaluateHandler.class,
            PageHandler.class,
            JavabinUpdateHandler.class,
            JavabinV2UpdateHandler.class,
            CheckedQueryComponent.class)) {
      pasted.append(snippet(type));
    }
    startCore(
        shippedConfig()
            .replaceAll("(?s)<updateProcessor .*</updateRequestProcessorChain>", "")
            .replaceAll("(?s)<requestHandler name=\"/lmtc.*</requestHandler>", "")
            .replace("</config>", pasted + "</config>"));
    add("id", "a", "header", "milk", "concepts", "1");
    assertEquals(List.of("1"), values("a", "eurovoc_id"));
    assertEquals(1, values("a", "eurovoc_explanation").size());
    assertEquals(1, at(ask("/lmtc/classify", "text", "milk"), "found"));
    assertEquals("eurovoc-default", at(ask("/lmtc/models"), "models", 0, "name"));
    assertEquals(1L, at(ask("/lmtc/evaluate"), "documents", "evaluated"));
  }
}
