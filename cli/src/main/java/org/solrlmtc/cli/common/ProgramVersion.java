package org.solrlmtc.cli.common;

import picocli.CommandLine.IVersionProvider;

/** Reads the version from the jar's manifest. */
public final class ProgramVersion implements IVersionProvider {
  /** The program's name and version. */
  public static String text() {
    String version = ProgramVersion.class.getPackage().getImplementationVersion();
    return "lmtc " + (version == null ? "(built from classes)" : version);
  }

  @Override
  public String[] getVersion() {
    return new String[] {text()};
  }
}
