package org.solrlmtc.cli.common;

import java.util.Optional;
import org.solrlmtc.readers.act.source.ReadLimits;
import picocli.CommandLine.Option;

/** The {@code --max-act-bytes} option, for every command that reads acts. */
public final class ReadLimitsOption {
  @Option(
      names = "--max-act-bytes",
      paramLabel = "BYTES",
      description = "Maximum size of an act; a larger one counts as damaged (default: 20000000).")
  private Optional<Integer> maxActBytes = Optional.empty();

  public ReadLimits limits() {
    ReadLimits limits = ReadLimits.DEFAULT;
    try {
      return new ReadLimits(
          maxActBytes.orElse(limits.maxActBytes()),
          limits.maxArchiveEntries(),
          limits.maxExpansion());
    } catch (IllegalArgumentException e) {
      throw new UserError("--max-act-bytes: " + e.getMessage(), e);
    }
  }
}
