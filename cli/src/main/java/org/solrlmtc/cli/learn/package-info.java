/**
 * Learning from reviewed acts. Start at {@link org.solrlmtc.cli.learn.LearnCommand}: {@code
 * LearnFolder} reads the acts of a {@code ReviewedCollection}, {@code Challenger} makes a new
 * version of the bundle, and a {@code Trial} compares the two.
 */
package org.solrlmtc.cli.learn;
