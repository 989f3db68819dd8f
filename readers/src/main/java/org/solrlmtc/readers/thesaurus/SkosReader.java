package org.solrlmtc.readers.thesaurus;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.regex.Pattern;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.rio.RDFParseException;
import org.eclipse.rdf4j.rio.RDFParser;
import org.eclipse.rdf4j.rio.helpers.BasicParserSettings;
import org.eclipse.rdf4j.rio.helpers.XMLParserSettings;
import org.eclipse.rdf4j.rio.jsonld.JSONLDParser;
import org.eclipse.rdf4j.rio.jsonld.JSONLDSettings;
import org.eclipse.rdf4j.rio.rdfxml.RDFXMLParser;
import org.eclipse.rdf4j.rio.turtle.TurtleParser;
import org.eclipse.rdf4j.rio.turtle.TurtleUtil;
import org.solrlmtc.core.thesaurus.ThesaurusException;

/**
 * Reads SKOS in one pass, keeping only what the thesaurus needs: EuroVoc as published (plain SKOS,
 * or the application profile with label objects), and other SKOS vocabularies. How statements
 * become a thesaurus is described at {@link SkosAssembly}.
 */
final class SkosReader {
  /** What relative addresses are relative to; ids are taken from the end of an address. */
  private static final String BASE = "http://localhost/";

  /** The line number that the parser appends to its messages and ours start with. */
  private static final Pattern LOCATION = Pattern.compile(" \\[line \\d+.*\\]$");

  private SkosReader() {}

  private static final class RdfXml extends RDFXMLParser {
    @Override
    protected IRI resolveURI(String address) {
      return Addresses.isAbsolute(address)
          ? createURI(address)
          : super.resolveURI(Addresses.requireValid(address));
    }
  }

  private static final class Turtle extends TurtleParser {
    @Override
    protected IRI resolveURI(String address) {
      return Addresses.isAbsolute(address)
          ? createURI(address)
          : super.resolveURI(Addresses.requireValid(address));
    }

    /** The parser's own method does not call {@link #resolveURI} of this class. */
    @Override
    protected IRI parseURI() throws IOException {
      verifyCharacterOrFail(readCodePoint(), "<");
      StringBuilder address = new StringBuilder();
      for (int c = readCodePoint(); c != '>'; c = readCodePoint()) {
        if (c < 0) {
          throwEOFException();
        }
        address.appendCodePoint(c);
      }
      try {
        return resolveURI(TurtleUtil.decodeString(address.toString()));
      } catch (IllegalArgumentException e) {
        throw new RDFParseException(e);
      }
    }
  }

  static LoadedThesaurus read(ThesaurusInput input, String language, String source)
      throws IOException {
    SkosStatements statements = new SkosStatements(language);
    parse(input, statements);
    return new SkosAssembly(statements, language).thesaurus(source);
  }

  private static void parse(ThesaurusInput input, SkosStatements statements) throws IOException {
    // not Rio.createParser: it looks for parsers through the thread's class loader, which inside
    // Solr is not the plugin's
    RDFParser parser =
        switch (input.form()) {
          case RDF_XML -> new RdfXml();
          case JSON_LD -> new JSONLDParser();
          default -> new Turtle();
        };
    configure(parser);
    try {
      switch (input.form()) {
        case RDF_XML -> {
          parser.setRDFHandler(statements);
          parser.parse(input.stream(), BASE);
        }
        case JSON_LD -> {
          parser.setRDFHandler(statements);
          // as a whole: the parser builds a tree of it
          parser.parse(reader(new ByteArrayInputStream(input.bytes())), BASE);
        }
        default -> {
          StallGuard guard = new StallGuard(reader(input.stream()));
          parser.setRDFHandler(guard.watch(statements));
          parser.parse(guard, BASE);
        }
      }
    } catch (RDFParseException e) {
      throw explained(e);
    } catch (StackOverflowError e) {
      throw new ThesaurusException("its brackets are nested too deeply to be read", e);
    }
  }

  /** A decoder of our own: the parser's would replace malformed bytes silently. */
  private static Reader reader(InputStream stream) {
    return new InputStreamReader(stream, StandardCharsets.UTF_8.newDecoder());
  }

  private static void configure(RDFParser parser) {
    parser.set(XMLParserSettings.SECURE_PROCESSING, true);
    parser.set(XMLParserSettings.DISALLOW_DOCTYPE_DECL, true);
    parser.set(XMLParserSettings.LOAD_EXTERNAL_DTD, false);
    parser.set(XMLParserSettings.EXTERNAL_GENERAL_ENTITIES, false);
    parser.set(XMLParserSettings.EXTERNAL_PARAMETER_ENTITIES, false);
    // no context is fetched from its address
    parser.set(JSONLDSettings.SECURE_MODE, true);
    parser.set(JSONLDSettings.WHITELIST, Set.of());
    // most statements are ignored: an invalid date or address among them is not an error
    parser.set(BasicParserSettings.VERIFY_DATATYPE_VALUES, false);
    parser.set(BasicParserSettings.VERIFY_LANGUAGE_TAGS, false);
    parser.set(BasicParserSettings.VERIFY_URI_SYNTAX, false);
  }

  /** The parser's messages depend on its locale; all of them contain DOCTYPE. */
  private static ThesaurusException explained(RDFParseException e) {
    String line = e.getLineNumber() > 0 ? "line " + e.getLineNumber() + ": " : "";
    String message = LOCATION.matcher(String.valueOf(e.getMessage())).replaceAll("");
    if (message.contains("DOCTYPE")) {
      return new ThesaurusException(
          line
              + "it has a DOCTYPE, which is refused because entities declared there can read other"
              + " files or fill the memory; write the file without one",
          e);
    }
    if (message.contains("not whitelisted")) {
      return new ThesaurusException(
          "its JSON-LD context is at an address, which is not fetched; write the context into the"
              + " file",
          e);
    }
    return new ThesaurusException(line + "it is not well-formed RDF: " + message, e);
  }
}
