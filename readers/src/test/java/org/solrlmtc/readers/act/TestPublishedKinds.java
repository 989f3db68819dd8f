package org.solrlmtc.readers.act;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.readers.act.source.ReadProblem;
import org.solrlmtc.readers.act.source.Title;

/** Documents beside the plain act, in the forms in which EUR-Lex publishes them. */
class TestPublishedKinds {
  @TempDir Path folder;

  private static final String CONSOLIDATED =
      """
      <html><head><title>Consolidated TEXT: 32031R0901 — EN — 05.06.2032</title></head><body>
      <p class="reference">02031R0901 — EN — 05.06.2032 — 001.001</p>
      <p class="disclaimer">This text is meant purely as a documentation tool and has no legal effect.</p>
      <table><tr><td><p class="arrow"><a href="x">►B</a></p></td><td>
        <p class="title-doc-first">REGULATION (EU) 2031/901 OF THE COUNCIL</p>
        <p class="title-doc-first">of 5 May 2031</p>
        <p class="title-doc-last">on lighthouse biscuits</p>
        <p class="title-doc-oj-reference">(OJ L 100, 6.5.2031, p. 1)</p></td></tr></table>
      <p class="hd-modifiers">Amended by:</p>
      <table><tr><td><p class="arrow"><a href="x">►M1</a></p></td>
        <td><p class="title-fam-member-star">REGULATION (EU) 2032/7 of 1 May 2032</p></td></tr></table>
      <p class="modref"><a href="x">▼B</a></p>
      <p class="title-doc-first">REGULATION (EU) 2031/901 OF THE COUNCIL</p>
      <p class="title-doc-first">of 5 May 2031</p>
      <p class="title-doc-last">on lighthouse biscuits</p>
      PREAMBLE
      <p class="title-article-norm">Article 1</p>
      <p class="norm">Biscuits are <a href="x">►M1</a> round. <span> ◄ </span></p>
      <p class="modref"><a href="x">▼M1</a></p>
      <p class="norm">—————</p>
      <div class="grid-container"><div class="grid-list-column-1"><span>(a)</span></div>
        <div class="grid-list-column-2"><p class="norm">with holes;</p></div></div>
      <p class="title-article-norm">Article 2</p>
      <p class="norm">They are crisp.</p>
      <hr/><p class="note">( 1 ) OJ L 1, 1.1.2031, p. 1.</p></body></html>
      """;
  private static final String PREAMBLE =
      "<p class='norm'>THE COUNCIL OF THE EUROPEAN UNION,</p><p class='norm'>Whereas it is tea"
          + " time,</p><p class='norm'>HAS ADOPTED THIS REGULATION:</p>";

  @Test
  void aConsolidatedTextKeepsKindAndNumberAndLosesItsMarks() throws IOException {
    LegalAct act = page("32031R0901.html", CONSOLIDATED.replace("PREAMBLE", PREAMBLE));
    String title = "REGULATION (EU) 2031/901 OF THE COUNCIL of 5 May 2031 on lighthouse biscuits";
    assertEquals(
        new LegalAct(
            "02031R0901-20320605",
            "Regulation",
            title,
            "REGULATION (EU) 2031/901 OF THE COUNCIL\nof 5 May 2031\non lighthouse biscuits\n"
                + "THE COUNCIL OF THE EUROPEAN UNION",
            "Whereas it is tea time,",
            List.of("Biscuits are round.\n(a) with holes;", "They are crisp."),
            "( 1 ) OJ L 1, 1.1.2031, p. 1."),
        act);
    assertEquals(title, page("x.html", CONSOLIDATED.replace("PREAMBLE", "")).title());
  }

  @Test
  void aConsolidatedTextWithoutClassesIsReadTheSameWay() throws IOException {
    String page =
        CONSOLIDATED
            .replaceAll(" class=\"(?!grid)[^\"]*\"", "")
            .replace("02031R0901 — EN", "2031R0901 — EN")
            .replace("PREAMBLE", PREAMBLE);
    assertEquals(page("a.html", CONSOLIDATED.replace("PREAMBLE", PREAMBLE)), page("b.html", page));
  }

  @Test
  void versionsOfOneActHaveIdsOfTheirOwn() throws IOException {
    String page = CONSOLIDATED.replace("PREAMBLE", PREAMBLE);
    Reading.write(folder.resolve("a.html"), page);
    Reading.write(folder.resolve("b.html"), page.replace("05.06.2032", "01.01.2033"));
    assertEquals(
        List.of("02031R0901-20320605", "02031R0901-20330101"), Reading.skipping(folder).ids());
  }

  @Test
  void theTitleOnTheCoverServesWhereTheActDoesNotRepeatIt() throws IOException {
    int second = CONSOLIDATED.indexOf("<p class=\"modref\">");
    int preamble = CONSOLIDATED.indexOf("PREAMBLE");
    LegalAct act =
        page("a.html", CONSOLIDATED.substring(0, second) + CONSOLIDATED.substring(preamble + 8));
    assertEquals(
        "REGULATION (EU) 2031/901 OF THE COUNCIL of 5 May 2031 on lighthouse biscuits",
        act.title());
    assertEquals(2, act.articles().size());
    assertTrue(!act.header().contains("2032/7"), act.header());
  }

  @Test
  void anAmendedTitleCountsAndNotTheOneOnTheCover() throws IOException {
    String page = CONSOLIDATED.replace("PREAMBLE", PREAMBLE);
    int second = page.lastIndexOf("<p class=\"title-doc-first\">REGULATION");
    String amended =
        page.substring(0, second)
            + page.substring(second).replace("of 5 May 2031", "of 5 May 2031, as amended");
    assertEquals(
        "REGULATION (EU) 2031/901 OF THE COUNCIL of 5 May 2031, as amended on lighthouse biscuits",
        page("a.html", amended).title());
  }

  @Test
  void aCorrigendumHasAnIdOfItsOwnAndATextAfterItsTitle() throws IOException {
    String page =
        """
        <html><head><title>L_203190064EN.000101.fmx.xml</title></head><body>
        <p class="oj-hd-date">3.11.2031</p><p class="oj-hd-ti">Official Journal <br/>of the Union</p>
        <p class="oj-doc-ti">Corrigendum to Regulation (EU) 2031/901 on lighthouse biscuits</p>
        <p class="oj-normal">On page 7:</p><p class="oj-normal">for: ‘round’, read: ‘square’.</p>
        <p class="oj-normal">ELI: http://data.europa.eu/eli/reg/2031/901/corrigendum/2031-11-03/oj</p>
        <p class="oj-normal">ISSN 1977-0677 (electronic edition)</p></body></html>
        """;
    LegalAct act = page("32031R0901R02.html", page);
    assertEquals(
        new LegalAct(
            "32031R0901R(02)",
            "Corrigendum",
            "Corrigendum to Regulation (EU) 2031/901 on lighthouse biscuits",
            "Corrigendum to Regulation (EU) 2031/901 on lighthouse biscuits",
            "",
            List.of("On page 7:\nfor: ‘round’, read: ‘square’."),
            ""),
        act);
    assertEquals("32031R0901R-20311103", page("en.html", page).id());
  }

  @Test
  void aPageWithoutMetadataGetsItsIdFromTheTitle() throws IOException {
    String page =
        """
        <html><head><title>L_2005100EN.01000101.xml</title></head><body>
        <p class="oj-doc-ti">Council Regulation (EC) No 603/2005</p>
        <p class="oj-doc-ti">amending Regulation (EC) No 1346/2000</p>
        <p class="oj-normal">Whereas it is tea time,</p>
        <p class="oj-ti-art">Article 1</p><p class="oj-normal">Tea.</p></body></html>
        """;
    assertEquals("32005R0603", page("en.html", page).id());
  }

  private static final String PROPOSAL =
      """
      <html><head><title>IMMC.COM%282031%2943.docx</title></head><body>
      <p>EUROPEAN COMMISSION</p><p>Brussels, 17.2.2031</p><p>COM(2031) 43 final</p><p>2031/0024(NLE)</p>
      <p>Proposal for a</p><p>COUNCIL DECISION</p><p>on the position on lighthouse biscuits</p>
      """;

  @Test
  void aProposalHasItsTitleAndItsMemorandumIsAttached() throws IOException {
    LegalAct act =
        page(
            "proposal.html",
            PROPOSAL
                + """
                <p>EXPLANATORY MEMORANDUM</p>
                <p><span class="num"><span>1.</span></span><span>Context</span></p>
                <p>Biscuits matter<span><a class="footnoteRef" href="#n1">1</a></span>.</p>
                <p>2031/0024 (NLE)</p><p>Proposal for a</p><p>COUNCIL DECISION</p>
                <p>on the position on lighthouse biscuits</p><p>THE COUNCIL OF THE EUROPEAN UNION,</p>
                <p>Having regard to the Treaty on Tea,</p><p>HAS ADOPTED THIS DECISION:</p>
                <p>Article 1</p><p>The position is firm.</p><p>Done at Brussels,</p></body></html>
                """);
    assertEquals(
        new LegalAct(
            "52031PC0043",
            "Proposal",
            "Proposal for a COUNCIL DECISION on the position on lighthouse biscuits",
            "Proposal for a\nCOUNCIL DECISION\non the position on lighthouse biscuits\n"
                + "THE COUNCIL OF THE EUROPEAN UNION",
            "Having regard to the Treaty on Tea,",
            List.of("The position is firm."),
            "Done at Brussels,\nEXPLANATORY MEMORANDUM\n1. Context\nBiscuits matter (1).\n"
                + "2031/0024 (NLE)"),
        act);
  }

  @Test
  void aCommunicationHasATitleAndOneText() throws IOException {
    LegalAct act =
        page(
            "c.html",
            PROPOSAL.replace("Proposal for a", "COMMUNICATION FROM THE COMMISSION")
                + "<p>1. Introduction</p><p>Whereas tea is hot, biscuits are"
                + " not.</p></body></html>");
    assertEquals("52031DC0043", act.id());
    assertEquals(
        "COMMUNICATION FROM THE COMMISSION COUNCIL DECISION on the position on lighthouse biscuits",
        act.title());
    assertEquals(List.of("1. Introduction\nWhereas tea is hot, biscuits are not."), act.articles());
  }

  @Test
  void aTreatyHasABoundedTitleAndArticles() throws IOException {
    StringBuilder page = new StringBuilder("<html><body><txt_te><p>TREATY ON TEA</p>");
    page.append("<p>HER MAJESTY THE QUEEN OF HEARTS,</p><p>RESOLVED to drink more tea,</p>");
    for (int i = 1; i <= 40; i++) {
      page.append("<p>Article ").append(i).append("</p><p>");
      page.append("Tea is served at five. ".repeat(50)).append("</p>");
    }
    page.append("<p>PROTOCOL</p><p>HAVE AGREED AS FOLLOWS:</p><p>Milk first.</p></txt_te></body>");
    LegalAct act = page("12031T_TXT.html", page.toString());
    assertEquals("TREATY ON TEA", act.title());
    assertEquals("RESOLVED to drink more tea,", act.recitals());
    assertEquals(40, act.articles().size());
  }

  @Test
  void noTitleIsLongerThanTheLimit() throws IOException {
    String page =
        "<html><body><txt_te><p>"
            + "A very long decision. ".repeat(20_000)
            + "</p><p>Whereas tea,</p></txt_te></body></html>";
    String title = page("a.html", page).title();
    assertTrue(title.length() <= Title.MAX_CHARS && title.endsWith(" ..."), title.length() + "");
  }

  @Test
  void aPageOfTheSiteAroundNoActIsRefusedWithItsName() throws IOException {
    Path file =
        Reading.write(
            folder.resolve("search.html"),
            "<html><head><title>Search results - EUR-Lex</title></head><body><div"
                + " id='op-header'>Menu</div><p>Whereas: 3 results</p></body></html>");
    Reading reading = Reading.skipping(file);
    assertEquals(List.of(), reading.ids());
    assertEquals(
        List.of(
            file
                + ": a page of the EUR-Lex site (\"Search results - EUR-Lex\") without the text of"
                + " an act: save the HTML document itself, not the page around it"),
        reading.messages());
  }

  @Test
  void akomaNtosoIsDividedIntoZones() throws IOException {
    String akn =
        """
        <akomaNtoso xmlns="http://docs.oasis-open.org/legaldocml/ns/akn/3.0"><bill>
        <meta><identification><FRBRWork><FRBRthis value=""/></FRBRWork></identification></meta>
        <preface><longTitle><p><docType>REGULATION (EU) 2031/901</docType>of 5 May 2031<docPurpose>on
          biscuits</docPurpose></p></longTitle></preface>
        <preamble><formula name="actingEntity"><p>THE COUNCIL,</p></formula>
        <citations><citation><p>Having regard to the Treaty<authorialNote marker="1"><p>OJ C 1.</p>
          </authorialNote>,</p></citation></citations>
        <recitals><intro><p>Whereas:</p></intro><recital><num>(1)</num><p>Tea is hot,</p></recital></recitals>
        <formula name="enactingFormula"><p>HAS ADOPTED THIS REGULATION:</p></formula></preamble>
        <body><chapter><num>CHAPTER I</num><heading>Tea</heading><article><num>Article 1</num>
          <heading>Scope</heading><paragraph><num>1.</num><content><p>Tea <i>and</i> biscuits.</p></content>
          </paragraph></article></chapter><article><num>Article 2</num><paragraph><content><p>Force.</p></content>
          </paragraph></article></body>
        <conclusions><p>Done at the table.</p></conclusions>
        <attachments><attachment><doc name="annex"><preface><p>ANNEX</p></preface><mainBody><p>Spoons.</p>
          </mainBody></doc></attachment></attachments></bill></akomaNtoso>
        """;
    assertEquals(
        new LegalAct(
            "32031R0901",
            "Regulation",
            "REGULATION (EU) 2031/901 of 5 May 2031 on biscuits",
            "REGULATION (EU) 2031/901 of 5 May 2031 on biscuits\nTHE COUNCIL",
            "Having regard to the Treaty (1),\nWhereas:\n(1) Tea is hot,",
            List.of("CHAPTER I Tea\nScope\n1. Tea and biscuits.", "Force."),
            "Done at the table.\n(1) OJ C 1.\nANNEX\nSpoons."),
        page("act.xml", akn));
  }

  @Test
  void notesInFormexThatRepeatAnEarlierOneHaveItsNumberAndNoLine() throws IOException {
    String formex =
        """
        <ACT><TITLE><TI><P>Regulation (EU) 2031/901</P></TI></TITLE><ENACTING.TERMS>
        <ARTICLE><TI.ART>Article 1</TI.ART><ALINEA>Tea<NOTE NOTE.ID="E1"><P>Hot.</P></NOTE> and
        tea<NOTE NOTE.REF="E1"/> and milk<NOTE NOTE.ID="E2"/>.</ALINEA>
        <TBL><GR.NOTES><NOTE NOTE.ID="E3"><P>Optional.</P></NOTE></GR.NOTES>
        <CORPUS><ROW><CELL>Sugar<NOTE NOTE.REF="E3"/></CELL></ROW></CORPUS></TBL></ARTICLE>
        </ENACTING.TERMS></ACT>
        """;
    LegalAct act = page("a.xml", formex);
    assertEquals(List.of("Tea (1) and tea (1) and milk (2).\nSugar (3)"), act.articles());
    assertEquals("(1) Hot.\n(3) Optional.", act.attachments());
  }

  @Test
  void aPlainTextIsAnActWithAHeaderFromItsFirstLines() throws IOException {
    LegalAct act =
        page(
            "biscuits.txt",
            "Report on biscuits\nof 5 May 2031\n\nBiscuits are round.\nThey are crisp.\n");
    assertEquals(
        new LegalAct(
            "biscuits",
            "",
            "Report on biscuits of 5 May 2031",
            "Report on biscuits\nof 5 May 2031",
            "",
            List.of("Biscuits are round.\nThey are crisp."),
            ""),
        act);
    LegalAct running = page("running.txt", "Biscuits are round and crisp. ".repeat(20));
    assertEquals("", running.header());
    assertTrue(running.title().startsWith("Biscuits are round"), running.title());
    assertEquals(1, running.articles().size());
  }

  @Test
  void thePlainTextOfAnActIsDividedIntoZones() throws IOException {
    assertEquals(
        new LegalAct(
            "32031R0901",
            "Regulation",
            "Regulation (EU) 2031/901 on biscuits",
            "Regulation (EU) 2031/901\non biscuits\nTHE COUNCIL",
            "Whereas it is tea time,",
            List.of("Tea.", "Biscuits."),
            "Done at the table."),
        page(
            "act.txt",
            """
            Regulation (EU) 2031/901
            on biscuits
            THE COUNCIL,

            Whereas it is tea time,
            HAS ADOPTED THIS REGULATION:
            Article 1
            Tea.
            Article 2
            Biscuits.
            Done at the table.
            """));
  }

  @ParameterizedTest
  @CsvSource({"README.txt", "LICENSE.txt", "licence.txt", "Changes.txt"})
  void textsAboutTheOthersAreNoActs(String name) throws IOException {
    Reading.write(folder.resolve("a.json"), Reading.line("a"));
    Path about = Reading.write(folder.resolve(name), "About these acts");
    Reading reading = Reading.skipping(folder);
    assertEquals(List.of("a"), reading.ids());
    assertEquals(ReadProblem.Kind.NOT_AN_ACT, reading.problems().get(0).kind());
    assertEquals(about.toString(), reading.problems().get(0).source());
  }

  private LegalAct page(String name, String content) throws IOException {
    Path own = Files.createTempDirectory(folder, "own");
    return Reading.skipping(Reading.write(own.resolve(name), content)).onlyAct();
  }
}
