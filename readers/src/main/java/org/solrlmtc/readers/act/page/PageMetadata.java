package org.solrlmtc.readers.act.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.select.NodeFilter;
import org.solrlmtc.readers.act.source.Celex;

/** What a page of EUR-Lex says about itself outside of the act's text. */
final class PageMetadata {
  private static final Pattern CORRIGENDUM_DATE =
      Pattern.compile("/corrigendum/([0-9]{4})-([0-9]{2})-([0-9]{2})");
  private static final Pattern PAGE_DATE =
      Pattern.compile("([0-9]{1,2})\\.\\s?([0-9]{1,2})\\.\\s?([0-9]{4})");

  private static final Pattern NAMED =
      Pattern.compile(
          "(?:EUR-Lex - )?([0-9]{5}[A-Z]{1,2}[0-9A-Z/][0-9A-Z()/_-]{1,30})(?: - [A-Z]{2}(?: -"
              + " EUR-Lex)?)?");

  /** Parts that only the pages of the site have, not the documents it serves. */
  private static final String SITE = "#op-header, #EurlexNavBtn, .ecl-site-header, #quick-search";

  private final Document page;

  PageMetadata(Document page) {
    this.page = page;
  }

  /** The page's own CELEX number. */
  Optional<String> celex() {
    return Celex.consolidated(page.title())
        .or(this::named)
        .or(
            () ->
                placesOfCelex().stream()
                    .map(place -> Celex.find(place).or(() -> Celex.fromEli(place)))
                    .flatMap(Optional::stream)
                    .findFirst());
  }

  /** The number where nothing else stands, whatever its form, such as that of a treaty's part. */
  private Optional<String> named() {
    Stream<String> places =
        Stream.concat(
            page.select("meta[property=eli:id_local]").eachAttr("content").stream(),
            Stream.of(page.title()));
    return places
        .map(NAMED::matcher)
        .filter(Matcher::matches)
        .map(matcher -> matcher.group(1))
        .findFirst();
  }

  /** Texts that may name the page's own number; links in its text lead to other acts. */
  List<String> placesOfCelex() {
    List<String> places = new ArrayList<>();
    page.select("meta[property=eli:id_local]").forEach(meta -> places.add(meta.attr("content")));
    page.head().select("meta").forEach(meta -> places.add(meta.attr("content")));
    page.head().select("link[rel=canonical]").forEach(link -> places.add(link.attr("href")));
    places.add(page.title());
    places.addAll(texts(element -> element.normalName().equals("h1")));
    places.addAll(eliLines());
    return places;
  }

  /** The date of publication as {@code 20231103}, or empty. */
  String published() {
    for (String line : eliLines()) {
      Matcher date = CORRIGENDUM_DATE.matcher(line);
      if (date.find()) {
        return date.group(1) + date.group(2) + date.group(3);
      }
    }
    Element head = page.selectFirst(".oj-hd-date, .hd-date");
    Matcher date = PAGE_DATE.matcher(head == null ? "" : head.text());
    return date.find() ? date.group(3) + twoDigits(date.group(2)) + twoDigits(date.group(1)) : "";
  }

  /** The title in the page's head, which older pages have; or empty. */
  String title() {
    Element description = page.head().selectFirst("meta[name=DC.description]");
    return description == null ? "" : description.attr("content").replaceAll("\\s+", " ").strip();
  }

  /** What the browser shows as the page's name. */
  String name() {
    return page.title();
  }

  /** The part of the page that holds the act, without the site's menus; empty if it holds none. */
  Optional<Element> act() {
    for (String selector : List.of("txt_te", "#TexteOnly", "#docHtml", "#document1")) {
      Element found = page.selectFirst(selector);
      if (found != null && found.hasText()) {
        return Optional.of(found);
      }
    }
    return page.selectFirst(SITE) == null ? Optional.of(page.body()) : Optional.empty();
  }

  private List<String> eliLines() {
    return texts(
        element -> element.normalName().equals("p") && element.ownText().startsWith("ELI: "));
  }

  /** Each text once, although an element can be inside another one of its kind. */
  private List<String> texts(Predicate<Element> wanted) {
    List<String> texts = new ArrayList<>();
    page.filter(
        (node, depth) -> {
          if (node instanceof Element element && wanted.test(element)) {
            texts.add(element.text());
            return NodeFilter.FilterResult.SKIP_CHILDREN;
          }
          return NodeFilter.FilterResult.CONTINUE;
        });
    return texts;
  }

  private static String twoDigits(String number) {
    return number.length() == 1 ? "0" + number : number;
  }
}
