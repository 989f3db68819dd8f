package org.solrlmtc.cli.reproduce;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.TreeSet;
import org.solrlmtc.cli.Cli;

/**
 * A small corpus of invented notices of a library: sixteen subjects, of which the rarest occur in
 * few training texts and one in none. The same every time.
 */
final class InventedCorpus {
  private static final int TRAIN = 160;
  private static final int DEV = 60;
  private static final int WORDS = 40;

  /** A subject is a name and the words that its texts prefer. */
  private static final List<List<String>> SUBJECTS =
      List.of(
          List.of("bee keeping", "hive honey swarm queen wax frame smoker nectar"),
          List.of("river navigation", "lock barge canal tow weir mooring draught pilot"),
          List.of("glass blowing", "furnace pipe gather molten anneal pontil bead kiln"),
          List.of("mountain rescue", "rope stretcher avalanche beacon ridge harness winch snow"),
          List.of("bread baking", "dough yeast oven crust flour knead loaf proof"),
          List.of("bell ringing", "tower clapper peal rope headstock tenor treble change"),
          List.of("map making", "contour survey scale relief grid legend theodolite sheet"),
          List.of("tram services", "rail stop pantograph timetable depot ticket driver junction"),
          List.of("paper making", "pulp rag mould deckle felt watermark press fibre"),
          List.of("salt works", "brine pan evaporation crust rake sea crystal dyke"),
          List.of("clock repair", "escapement spring gear dial pendulum pivot oil bezel"),
          List.of("peat cutting", "bog spade turf drain moss stack heath fuel"),
          List.of("rope walks", "hemp strand twist hook tar yarn coil sledge"),
          List.of("tide mills", "pond sluice wheel ebb grain gate flood stone"),
          List.of("ice harvesting", "saw block lake shed sawdust tongs cellar frost"),
          List.of("kite flying", "string tail wind spar sail reel lift gust"));

  private static final List<String> COMMON =
      List.of(
          ("the of and with for this notice local council during season people year work place"
                  + " visitors meeting open small large early late new old")
              .split(" "));

  private InventedCorpus() {}

  /** Writes the splits as JSON of the any-corpus form, and the thesaurus. */
  static Path write(Path folder) throws IOException {
    Files.createDirectories(folder);
    StringBuilder vocabulary = new StringBuilder();
    for (int subject = 0; subject < SUBJECTS.size(); subject++) {
      vocabulary.append(
          String.format(Locale.ROOT, "<%s>\t%s%n", address(subject), SUBJECTS.get(subject).get(0)));
    }
    Path subjects = Files.writeString(folder.resolve("subjects.tsv"), vocabulary);
    Cli.succeed("thesaurus", "convert", subjects, "--language", "en", "--out", thesaurus(folder));
    Random random = new Random(7);
    write(folder.resolve("train.jsonl"), TRAIN, SUBJECTS.size() - 1, random);
    write(folder.resolve("dev.jsonl"), DEV, SUBJECTS.size(), random);
    return folder;
  }

  static Path thesaurus(Path folder) {
    return folder.resolve("thesaurus.tsv");
  }

  private static String address(int subject) {
    return "https://example.org/subject/" + (subject + 1);
  }

  private static void write(Path file, int texts, int subjects, Random random) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int text = 0; text < texts; text++) {
      TreeSet<Integer> own = new TreeSet<>();
      int count = 1 + random.nextInt(3);
      while (own.size() < count) {
        // the square makes the first subjects frequent and the last ones rare
        double share = random.nextDouble();
        own.add((int) (share * share * subjects));
      }
      lines.append(
          String.format(
              Locale.ROOT,
              "{\"document_id\": \"%s-%d\", \"text\": \"%s\", \"subjects\": [%s]}%n",
              file.getFileName(),
              text,
              text(List.copyOf(own), random),
              String.join(
                  ", ", own.stream().map(s -> "{\"uri\": \"" + address(s) + "\"}").toList())));
    }
    Files.writeString(file, lines);
  }

  private static String text(List<Integer> subjects, Random random) {
    List<String> words = new ArrayList<>();
    for (int word = 0; word < WORDS; word++) {
      if (random.nextInt(3) > 0) {
        words.add(COMMON.get(random.nextInt(COMMON.size())));
      } else {
        // one word in six is of another subject
        int subject =
            random.nextInt(6) == 0
                ? random.nextInt(SUBJECTS.size())
                : subjects.get(random.nextInt(subjects.size()));
        String[] own = SUBJECTS.get(subject).get(1).split(" ");
        words.add(own[random.nextInt(own.length)]);
      }
    }
    if (random.nextBoolean()) {
      words.add(SUBJECTS.get(subjects.get(0)).get(0));
    }
    return String.join(" ", words);
  }
}
