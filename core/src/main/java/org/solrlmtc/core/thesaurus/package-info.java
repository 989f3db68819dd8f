/**
 * The thesaurus: what a concept id means and where it stands.
 *
 * <p>A {@link org.solrlmtc.core.thesaurus.Thesaurus} is checked once when built: every reference
 * leads somewhere and no concept is broader than itself. {@link
 * org.solrlmtc.core.thesaurus.ThesaurusTsv} reads and writes the compact form, which model bundles
 * carry and {@code conf/eurovoc} ships. The module {@code readers} converts the published forms to
 * it. {@link org.solrlmtc.core.thesaurus.HierarchyPaths} turns concepts into the strings that
 * drill-down facets are made of.
 */
package org.solrlmtc.core.thesaurus;
