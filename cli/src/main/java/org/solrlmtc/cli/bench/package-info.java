/**
 * How fast things are on this machine, compared with each other, and whether they stay so.
 *
 * <p>A {@code Subject} goes through the same acts in its own way: {@code ScorerSubjects} in this
 * process, {@code SolrSubjects} over HTTP in a {@code TemporarySolr}. {@code Comparison} lets them
 * take turns and makes a table of what they needed.
 *
 * <p>{@code Soak} keeps a Solr at work for a long time, and {@code SoakReport} shows what became of
 * its memory.
 */
package org.solrlmtc.cli.bench;
