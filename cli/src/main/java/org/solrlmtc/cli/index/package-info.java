/**
 * Indexing and labelling acts. {@code Indexer} sends acts to Solr, {@code Relabeller} labels
 * indexed documents again, and {@code label} works without Solr.
 */
package org.solrlmtc.cli.index;
