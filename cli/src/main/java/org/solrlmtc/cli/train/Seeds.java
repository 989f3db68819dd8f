package org.solrlmtc.cli.train;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Random seeds of repeated trainings.
 *
 * @param all at least one, all different
 */
public record Seeds(List<Integer> all) {
  private static final Pattern RANGE = Pattern.compile("(\\d{1,6})\\.\\.(\\d{1,6})");
  private static final int MOST = 100;

  /** Parses {@code 1..5} and {@code 1,3,8}. */
  public static final class Converter implements ITypeConverter<Seeds> {
    @Override
    public Seeds convert(String value) {
      List<Integer> seeds;
      Matcher range = RANGE.matcher(value);
      if (range.matches()) {
        seeds =
            IntStream.rangeClosed(
                    Integer.parseInt(range.group(1)), Integer.parseInt(range.group(2)))
                .limit(MOST + 1)
                .boxed()
                .toList();
      } else if (value.matches("\\d{1,6}(,\\d{1,6})*")) {
        seeds = Stream.of(value.split(",")).map(Integer::valueOf).distinct().toList();
      } else {
        throw new TypeConversionException("'" + value + "' is neither 1..5 nor 1,2,3");
      }
      if (seeds.isEmpty() || seeds.size() > MOST) {
        throw new TypeConversionException("'" + value + "' must be 1 to " + MOST + " seeds");
      }
      return new Seeds(seeds);
    }
  }
}
