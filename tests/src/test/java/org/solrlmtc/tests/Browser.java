package org.solrlmtc.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;

/** A Chromium without a window, with the page of a collection. */
final class Browser implements AutoCloseable {
  static final Dimension DESK = new Dimension(1280, 900);
  static final Dimension PHONE = new Dimension(390, 844);

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String AXE =
      "META-INF/resources/webjars/axe-core/" + System.getProperty("axe.version") + "/axe.min.js";

  private final ChromeDriver driver;
  private final String page;

  /**
   * Starts a browser; the test is skipped where none is installed.
   *
   * @param page the address of the page
   */
  Browser(String page) {
    Optional<Path> program = Product.program("chromium");
    Optional<Path> remote = Product.program("chromedriver");
    Assumptions.assumeTrue(
        program.isPresent() && remote.isPresent(),
        "no browser: install Debian's chromium and chromium-driver");
    ChromeOptions options = new ChromeOptions();
    options.setBinary(program.orElseThrow().toFile());
    // the sandbox needs rights that containers do not have; only our own page is opened
    options.addArguments("--headless=new", "--no-sandbox", "--disable-dev-shm-usage");
    // named, so that Selenium downloads no driver
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(remote.orElseThrow().toFile())
            .build();
    this.driver = new ChromeDriver(service, options);
    this.page = page;
    resize(DESK);
  }

  /** A phone is narrower than Chromium lets its window be, so the page's own area is set. */
  void resize(Dimension size) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of(
            "width", size.width, "height", size.height, "deviceScaleFactor", 1, "mobile", false));
  }

  void prefer(String colorScheme) {
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            List.of(
                Map.of("name", "prefers-color-scheme", "value", colorScheme),
                Map.of("name", "prefers-reduced-motion", "value", "reduce"))));
  }

  /** Opens a view, such as {@code search?q=milk}, and waits until it is there. */
  void open(String view) {
    // a change of the hash alone would keep the state of the former view
    driver.get("about:blank");
    driver.get(page + "#/" + view);
    settle();
  }

  void settle() {
    until(() -> !all("main h1").isEmpty() && all("main[aria-busy]").isEmpty());
  }

  void until(Callable<Boolean> condition) {
    Awaitility.await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .ignoreException(StaleElementReferenceException.class)
        .until(condition);
  }

  List<WebElement> all(String css) {
    return driver.findElements(By.cssSelector(css));
  }

  WebElement one(String css) {
    until(() -> !all(css).isEmpty());
    return all(css).get(0);
  }

  /** The element with this text. */
  WebElement named(String css, String text) {
    until(() -> all(css).stream().anyMatch(element -> element.getText().equals(text)));
    return all(css).stream()
        .filter(element -> element.getText().equals(text))
        .findFirst()
        .orElseThrow();
  }

  List<String> texts(String css) {
    return all(css).stream().map(WebElement::getText).toList();
  }

  /** Waits until the page says something. */
  void hears(String part) {
    until(() -> one("#status").getText().contains(part));
  }

  WebElement focused() {
    return driver.switchTo().activeElement();
  }

  void press(CharSequence... keys) {
    focused().sendKeys(keys);
  }

  /** Presses the tab key until an element has the focus. */
  void tabTo(String css) {
    for (int i = 0; i < 200; i++) {
      press(Keys.TAB);
      if ((Boolean) script("return document.activeElement.matches(arguments[0])", css)) {
        return;
      }
    }
    throw new AssertionError("the tab key does not reach " + css);
  }

  Object script(String script, Object... args) {
    return driver.executeScript(script, args);
  }

  String address() {
    return driver.getCurrentUrl();
  }

  String title() {
    return driver.getTitle();
  }

  void reload() {
    driver.navigate().refresh();
    settle();
  }

  String window() {
    return driver.getWindowHandle();
  }

  String newWindow() {
    return driver.switchTo().newWindow(WindowType.TAB).getWindowHandle();
  }

  void toWindow(String handle) {
    driver.switchTo().window(handle);
  }

  void closeWindow() {
    driver.close();
  }

  byte[] picture() {
    return driver.getScreenshotAs(OutputType.BYTES);
  }

  /** Checks the accessibility of what is shown. */
  void assertAccessible(String view) throws IOException {
    try (InputStream axe = Browser.class.getClassLoader().getResourceAsStream(AXE)) {
      script(new String(axe.readAllBytes(), StandardCharsets.UTF_8));
    }
    Object found =
        driver.executeAsyncScript(
            """
            const done = arguments[0];
            axe.run(document).then(result => done(result.violations
              .filter(one => one.impact === 'serious' || one.impact === 'critical')
              .map(one => one.id + ': ' + one.nodes.map(node => node.html).join(' '))),
              error => done([String(error)]));
            """);
    assertEquals(List.of(), found, view);
  }

  @Override
  public void close() {
    driver.quit();
  }
}
