/**
 * Start at {@link org.solrlmtc.core.thesaurus.Thesaurus}: concepts with their names, broader
 * concepts, microthesauri and domains. The constructor checks it: all references are valid, and the
 * hierarchy has no cycle.
 *
 * <p>{@link org.solrlmtc.core.thesaurus.ThesaurusTsv} reads and writes the compact form, which
 * bundles have and {@code conf/eurovoc} ships. The module {@code readers} converts the published
 * forms to it. {@link org.solrlmtc.core.thesaurus.HierarchyPaths} turns concepts into the strings
 * for drill-down facets.
 */
package org.solrlmtc.core.thesaurus;
