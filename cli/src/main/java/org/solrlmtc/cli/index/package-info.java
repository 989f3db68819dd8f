/**
 * Acts into Solr and labels onto acts: {@code Indexer} sends acts, {@code Relabeller} labels
 * documents anew that are in the index already, and {@code label} works without Solr.
 */
package org.solrlmtc.cli.index;
