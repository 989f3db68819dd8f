package org.solrlmtc.cli.report;

/**
 * A picture.
 *
 * @param name its file name without the ending
 * @param title what it shows
 * @param note how to read it
 * @param png the picture itself
 */
public record Plot(String name, String title, String note, byte[] png) {}
