/**
 * Benchmarks on this machine: throughput, and stability under load.
 *
 * <p>All {@code Subject}s process the same acts: {@code ScorerSubjects} in this process, {@code
 * SolrSubjects} over HTTP in a {@code TemporarySolr}. {@code Comparison} measures them in turn and
 * returns a table.
 *
 * <p>{@code Soak} runs a Solr under load for a long time, and {@code SoakReport} shows its
 * resources over time.
 */
package org.solrlmtc.cli.bench;
