package org.solrlmtc.cli.report;

/**
 * A rendered plot.
 *
 * @param name file name without extension
 * @param title what it shows
 * @param note how to read it
 * @param png the image
 */
public record Plot(String name, String title, String note, byte[] png) {}
