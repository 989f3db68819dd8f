/**
 * The thesaurus: what a concept id means and where it stands.
 *
 * <p>Start at {@link org.solrlmtc.core.thesaurus.Thesauri}: it reads a file of any supported form
 * (the compact form shipped in {@code conf/eurovoc}, the data set's JSON, SKOS as RDF/XML or
 * Turtle; plain, gzip or zip) and writes the compact form. What it returns is a {@link
 * org.solrlmtc.core.thesaurus.Thesaurus}, checked once when built: every reference leads somewhere
 * and no concept is broader than itself. {@link org.solrlmtc.core.thesaurus.HierarchyPaths} turns
 * concepts into the strings that drill-down facets are made of.
 *
 * <p>Files come from outside and are treated as hostile: sizes are limited, XML may declare no
 * entities, and what a reader leaves out it counts and reports in {@link
 * org.solrlmtc.core.thesaurus.LoadedThesaurus#notes()}.
 */
package org.solrlmtc.core.thesaurus;
