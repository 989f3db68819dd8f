package org.solrlmtc.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** The page of a real Solr in a real browser. Skipped where there is no Chromium. */
class TestPage {
  private static final String ACT = "DEMO-D-0004";
  private static final String VIRUS = "avian influenza";
  private static final String HOSTILE = "<img src=x onerror=\"document.title='owned'\">";
  private static final List<String> VIEWS =
      List.of("search?in=0/56&open=0/56", "act?id=" + ACT, "review", "text", "quality", "models");

  @TempDir static Path home;
  private static Product product;
  private static Browser browser;

  @BeforeAll
  static void start() throws Exception {
    product = new Product(home.resolve("solr"));
    product.start();
    browser = new Browser(product.url() + "/eurlex/lmtc/");
    assertEquals(0, product.index(Product.DEMO_ACTS.toString()).code());
  }

  @AfterAll
  static void stop() throws Exception {
    if (browser != null) {
      browser.close();
    }
    product.close();
  }

  @BeforeEach
  void startAnew() throws Exception {
    product.post("/update?commit=true", "{\"delete\": {\"query\": \"id:x*\"}}");
    String corrected =
        "eurovoc_confirmed:[* TO *] eurovoc_rejected:[* TO *] lmtc_reviewed:[* TO *]";
    for (JsonNode act :
        product
            .get("/query", Map.of("q", corrected, "rows", "100", "fl", "id"))
            .at("/response/docs")) {
      update(
          act.get("id").asText(),
          "\"eurovoc_confirmed\": {\"set\": []}, \"eurovoc_rejected\": {\"set\": []},"
              + " \"lmtc_reviewed\": {\"set\": null}");
    }
    product.commit();
    browser.resize(Browser.DESK);
    browser.prefer("light");
  }

  private static void update(String id, String changes) throws Exception {
    JsonNode answer = product.post("/update", "[{\"id\": \"" + id + "\", " + changes + "}]");
    assertFalse(answer.has("error"), answer.toString());
  }

  private static List<String> values(String id, String field) throws Exception {
    List<String> values = new ArrayList<>();
    JsonNode found = product.document(id).path(field);
    found.forEach(value -> values.add(value.asText()));
    return values;
  }

  /** The id of a concept by its name. */
  private static String concept(String name) throws Exception {
    return product.get("/lmtc/thesaurus", Map.of("name", name)).at("/concepts/0/id").asText();
  }

  private static WebElement decide(String what, String label) {
    return browser.one("button[aria-label='" + what + " " + label + "']");
  }

  private static void assertAct(String title) {
    browser.until(() -> browser.texts("main h1").contains(title));
  }

  @Test
  void facetsNarrowTheSearchAndTheAddressHoldsTheState() throws Exception {
    browser.open("search");
    browser.one("#q").sendKeys("fishing", Keys.ENTER);
    browser.until(() -> browser.address().contains("q=fishing"));
    long found = product.get("/select", Map.of("q", "fishing")).at("/response/numFound").asLong();
    browser.named("h1", found + " acts");
    assertTrue(browser.texts(".snippet mark").contains("fishing"));

    String domain = "Agriculture, forestry and fisheries";
    browser.named(".facets a", domain).click();
    long inDomain =
        product
            .get("/select", Map.of("q", "fishing", "fq", "{!term f=eurovoc_domain_path}0/56"))
            .at("/response/numFound")
            .asLong();
    browser.named("h1", inDomain + " acts");
    assertEquals(1, browser.all(".chip").size());
    browser.named(".facets .tree .tree a", "fisheries").click();
    browser.named(".facets .tree .tree .tree a", "sea fishing");
    browser.reload();
    browser.named(".facets .tree .tree .tree a", "sea fishing");
    assertTrue(browser.one(".chip").getText().startsWith(domain + " › fisheries"));
    browser.one(".chip").click();
    browser.named("h1", found + " acts");
  }

  @Test
  void pagesAndOrderOfTheHits() {
    browser.open("search?sort=id");
    assertEquals(10, browser.all(".hits > li").size());
    String first = browser.one(".hits h2").getText();
    browser.one("a[rel=next]").click();
    browser.until(() -> browser.one(".paging").getText().contains("11–20 of 52"));
    assertFalse(browser.texts(".hits h2").contains(first));
  }

  @Test
  void labelsAreShownInTheLanguageChosen() {
    browser.open("act?id=" + ACT);
    browser.named("button.name", "veterinary inspection");
    try {
      browser.named("#language option", "French").click();
      browser.named("button.name", "inspection vétérinaire");
    } finally {
      browser.named("#language option", "English").click();
      browser.named("button.name", "veterinary inspection");
    }
  }

  @Test
  void aChosenLabelShowsThePassagesBehindIt() {
    browser.open("act?id=" + ACT);
    assertEquals(0, browser.all("mark").size());
    browser.named("button.name", VIRUS).click();
    browser.one("mark");
    assertTrue(
        browser.texts("mark").stream().anyMatch(text -> text.contains("influenza")),
        () -> browser.texts("mark").toString());
    browser.named("button.name", VIRUS).click();
    browser.until(() -> browser.all("mark").isEmpty());
  }

  @Test
  void labelsAreAcceptedRejectedAddedAndUndone() throws Exception {
    browser.open("act?id=" + ACT);
    decide("Accept", VIRUS).click();
    browser.hears("Accepted");
    assertEquals(List.of(concept(VIRUS)), values(ACT, "eurovoc_confirmed"));
    decide("Reject", "Poland").click();
    browser.hears("Rejected");
    assertEquals(List.of(concept("Poland")), values(ACT, "eurovoc_rejected"));
    assertFalse(values(ACT, "eurovoc_label").contains("Poland"));

    browser.one("#add").sendKeys("food insp");
    browser.until(() -> !browser.all("[role=option]").isEmpty());
    String option = browser.one("[role=option] strong").getText();
    browser.one("#add").sendKeys(Keys.ENTER);
    browser.hears("Added");
    assertTrue(values(ACT, "eurovoc_label").contains(option), option);

    browser.one("[data-key=undo]").click();
    browser.hears("Undone");
    assertFalse(values(ACT, "eurovoc_label").contains(option));
    browser.until(() -> browser.one("[data-key=undo]").isEnabled());
    browser.one("[data-key=undo]").click();
    browser.until(() -> values(ACT, "eurovoc_rejected").isEmpty());
    assertEquals(List.of(concept(VIRUS)), values(ACT, "eurovoc_confirmed"));
  }

  @Test
  void whoIsSlowerIsToldAndOverwritesNothing() throws Exception {
    browser.open("act?id=" + ACT);
    decide("Accept", VIRUS);
    String mine = browser.window();
    String theirs = browser.newWindow();
    try {
      browser.open("act?id=" + ACT);
      decide("Accept", VIRUS).click();
      browser.hears("Accepted");
      browser.toWindow(mine);
      decide("Reject", VIRUS).click();
      browser.hears("somebody else has changed this act");
      assertEquals(List.of(concept(VIRUS)), values(ACT, "eurovoc_confirmed"));
      assertEquals(List.of(), values(ACT, "eurovoc_rejected"));
      assertEquals("true", decide("Accept", VIRUS).getDomAttribute("aria-pressed"));
      decide("Reject", VIRUS).click();
      browser.hears("Rejected");
      assertEquals(List.of(concept(VIRUS)), values(ACT, "eurovoc_rejected"));
    } finally {
      browser.toWindow(theirs);
      browser.closeWindow();
      browser.toWindow(mine);
    }
  }

  @Test
  void markupInAnActIsShownAsText() throws Exception {
    Map<String, Object> act =
        Map.of(
            "id",
            "x" + HOSTILE,
            "title",
            HOSTILE,
            "type",
            HOSTILE,
            "uri",
            "javascript:document.title='owned'",
            "header",
            HOSTILE + " hostile",
            "main_body",
            List.of("<script>document.title='owned'</script>"),
            "eurovoc_id",
            List.of("<b>1,2</b>"),
            "eurovoc_suggested",
            List.of("<b>1,2</b>", HOSTILE),
            "lmtc_status",
            HOSTILE);
    product.post(
        "/update?update.chain=plain&commit=true",
        new ObjectMapper().writeValueAsString(List.of(act)));
    browser.open("search?q=hostile");
    assertEquals(List.of(HOSTILE), browser.texts(".hits h2"));
    assertEquals(List.of("<b>1,2</b>"), browser.texts(".hits .tag"));
    browser.one(".hits h2 a").click();
    assertAct(HOSTILE);
    assertTrue(browser.texts("button.name").contains(HOSTILE));
    assertEquals(
        0L,
        browser.script(
            "return document.querySelectorAll('main script, main img, main b, main a[href^=java]')"
                + ".length"));
    browser.open("review");
    assertTrue(browser.one("main").getText().contains(HOSTILE));
    assertFalse(browser.title().contains("owned"), browser.title());
  }

  /** Names come from the thesaurus of a model, which may be somebody else's. */
  @Test
  void markupInTheNameOfAConceptIsShownAsText() throws Exception {
    String name = "<img src=y onerror=\"document.title='owned'\"> milk";
    Path models = Files.createDirectories(home.resolve("models"));
    Product own = new Product(home.resolve("own"));
    own.lmtc(
        "concept",
        "rename",
        "--bundle",
        "exact-match",
        "--id",
        concept(VIRUS),
        "--name",
        name,
        "--out",
        models.resolve("hostile").toString());
    try (own) {
      own.start("--models=" + models, "-Dlmtc.model=hostile");
      assertEquals(0, own.index(Product.DEMO_ACTS.toString()).code());
      try (Browser other = new Browser(own.url() + "/eurlex/lmtc/")) {
        other.open("search?q=" + ACT);
        assertTrue(other.texts(".hits .tag").contains(name), () -> other.texts(".tag").toString());
        assertNoMarkup(other);
        other.open("act?id=" + ACT);
        other.named("button.name", name).click();
        other.one("mark");
        other.one("#add").sendKeys("milk");
        other.until(() -> !other.all("[role=option]").isEmpty());
        assertNoMarkup(other);
        other.open("review");
        other.one(".progress");
        assertNoMarkup(other);
      }
    }
  }

  private static void assertNoMarkup(Browser other) {
    assertEquals(0L, other.script("return document.querySelectorAll('img[src=y]').length"));
    assertFalse(other.title().contains("owned"), other.title());
  }

  @Test
  void anActOfFiveMegabytesIsShownExplainedAndCorrected() throws Exception {
    List<String> articles =
        Collections.nCopies(5_000, "Protective measures for poultry in Poland. ".repeat(24));
    Map<String, Object> act =
        Map.of("id", "xlarge", "title", "A large act on " + VIRUS, "main_body", articles);
    String json = new ObjectMapper().writeValueAsString(List.of(act));
    assertTrue(json.length() > 5_000_000, () -> json.length() + " characters");
    assertEquals(
        0, product.post("/update?commit=true", json).at("/responseHeader/status").asInt(-1));
    browser.open("search?q=large act");
    browser.named(".hits h2 a", "A large act on " + VIRUS).click();
    assertAct("A large act on " + VIRUS);
    String label = browser.one("button.name").getText();
    browser.named("button.name", label).click();
    decide("Accept", label).click();
    browser.hears("Accepted");
    assertEquals(List.of(concept(label)), values("xlarge", "eurovoc_confirmed"));
  }

  @Test
  void everythingWorksWithTheKeyboardAlone() throws Exception {
    browser.open("search");
    browser.press("avian influenza", Keys.ENTER);
    browser.until(() -> browser.address().contains("q=avian"));
    browser.settle();
    String title = browser.one(".hits h2 a").getText();
    browser.tabTo(".hits h2 a");
    browser.press(Keys.ENTER);
    assertAct(title);
    browser.tabTo(".decide.accept");
    String label = browser.focused().getDomAttribute("aria-label").substring("Accept ".length());
    browser.press(Keys.SPACE);
    browser.hears("Accepted “" + label);
    assertEquals("Accept " + label, browser.focused().getDomAttribute("aria-label"));
    browser.tabTo("#add");
    browser.press("veterinary");
    browser.until(() -> !browser.all("[role=option]").isEmpty());
    String second = browser.all("[role=option] strong").get(1).getText();
    browser.press(Keys.ARROW_DOWN, Keys.ENTER);
    browser.hears("Added “" + second);
  }

  @Test
  void theQueueLeadsFromActToAct() throws Exception {
    long waiting = product.count("*:* -lmtc_reviewed:[* TO *]");
    browser.open("review");
    assertTrue(browser.one(".progress").getText().startsWith("0 of " + waiting));
    browser.one("a.primary").click();
    browser.until(() -> browser.address().contains("act?id="));
    browser.one("[data-key=next]");
    String first = browser.address();
    browser.press("n");
    browser.until(() -> !browser.address().equals(first));
    browser.one("[data-key=next]");
    String second = browser.address();
    browser.one("[data-key=review]").click();
    browser.until(() -> !browser.address().equals(second) && !browser.address().equals(first));
    product.commit();
    assertEquals(1, product.count("lmtc_reviewed:[* TO *]"));
    browser.open("review");
    assertTrue(browser.one(".progress").getText().startsWith("1 of " + waiting));
  }

  @Test
  void aTextIsLabelledWithoutIndexingIt() throws Exception {
    long before = product.count("*:*");
    browser.open("text");
    browser
        .one("#text")
        .sendKeys("Protective measures against avian influenza in poultry in Poland");
    browser.named("button", "Label this text").click();
    browser.named("button.name", VIRUS).click();
    browser.one("mark");
    assertEquals(before, product.count("*:*"));
  }

  @Test
  void markupInATriedTextIsShownAsText() {
    browser.open("text");
    browser.one("#text").sendKeys(HOSTILE + " <b>avian influenza</b> in poultry in Poland");
    browser.named("button", "Label this text").click();
    browser.named("button.name", VIRUS).click();
    browser.one("mark");
    assertTrue(browser.one("main").getText().contains("<b>avian influenza</b>"));
    assertEquals(
        0L,
        browser.script("return document.querySelectorAll('main script, main img, main b').length"));
    assertFalse(browser.title().contains("owned"), browser.title());
  }

  @Test
  void qualityComesFromReviewedActs() throws Exception {
    browser.open("quality");
    assertTrue(browser.one(".notice").getText().startsWith("No act is reviewed yet"));
    update(ACT, "\"eurovoc_id\": {\"set\": [\"" + concept(VIRUS) + "\"]}");
    product.commit();
    browser.open("quality");
    assertTrue(browser.one("main p").getText().endsWith("in 1 reviewed act."));
    assertEquals("1.000", browser.all(".tiles strong").get(1).getText());
    browser.named("caption", "By model version");
  }

  @Test
  void twoModelsAreComparedAndLoaded() throws Exception {
    update(ACT, "\"eurovoc_id\": {\"set\": [\"" + concept(VIRUS) + "\"]}");
    product.commit();
    browser.open("models");
    browser.named("button", "Compare").click();
    browser.named("caption", "eurovoc-default and eurovoc-network on 1 reviewed act");
    assertEquals(3, browser.all("caption ~ tbody tr").size());
  }

  @Test
  void everyViewIsAccessibleInLightAndDark() throws Exception {
    update(ACT, "\"eurovoc_id\": {\"set\": [\"" + concept(VIRUS) + "\"]}");
    product.commit();
    for (String scheme : List.of("light", "dark")) {
      browser.prefer(scheme);
      for (String view : VIEWS) {
        browser.open(view);
        browser.assertAccessible(view + ", " + scheme);
      }
    }
  }

  @Test
  void theColoursFollowTheSystem() {
    browser.open("search");
    String background = "return getComputedStyle(document.body).backgroundColor";
    assertEquals("rgb(246, 245, 242)", browser.script(background));
    browser.prefer("dark");
    assertEquals("rgb(21, 24, 27)", browser.script(background));
  }

  @Test
  void noViewIsWiderThanAPhone() {
    browser.resize(Browser.PHONE);
    for (String view : VIEWS) {
      browser.open(view);
      Object width = browser.script("return document.documentElement.scrollWidth");
      assertTrue((Long) width <= Browser.PHONE.width, view + ": " + width);
    }
  }

  @Test
  void aMissingActIsReported() {
    browser.open("act?id=missing");
    assertTrue(browser.one("[role=alert]").getText().contains("There is no act \"missing\""));
    assertEquals(List.of("Try again"), browser.texts("main button"));
  }
}
