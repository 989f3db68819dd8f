/**
 * How fast things are on this machine, held against each other, and whether they stay so.
 *
 * <p>A {@link org.solrlmtc.cli.bench.Subject} goes through the same acts in its own way: {@link
 * org.solrlmtc.cli.bench.ScorerSubjects} in this process, {@link
 * org.solrlmtc.cli.bench.SolrSubjects} over HTTP. {@link org.solrlmtc.cli.bench.Comparison} lets
 * them take turns and makes a table of what they needed.
 *
 * <p>{@link org.solrlmtc.cli.bench.Soak} keeps a Solr at work for a long time, and {@link
 * org.solrlmtc.cli.bench.SoakReport} shows what became of its memory.
 */
package org.solrlmtc.cli.bench;
