package org.solrlmtc.cli;

import java.io.StringWriter;

/** Runs the command line in this JVM. */
public record Cli(int code, String out, String err) {

  public static Cli run(Object... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    String[] words = new String[args.length];
    for (int i = 0; i < args.length; i++) {
      words[i] = args[i].toString();
    }
    int code = Lmtc.commandLine(out, err).execute(words);
    return new Cli(code, out.toString(), err.toString());
  }

  /** Runs a command that must succeed. */
  public static Cli succeed(Object... args) {
    Cli result = run(args);
    if (result.code != 0) {
      throw new AssertionError("exit code " + result.code + ": " + result.err);
    }
    return result;
  }
}
