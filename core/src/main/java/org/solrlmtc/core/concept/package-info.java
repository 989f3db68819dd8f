/**
 * Start at {@link org.solrlmtc.core.concept.EditedBundle}: it writes a new version of a bundle
 * whose labels were edited, without training.
 *
 * <p>A {@link org.solrlmtc.core.concept.ConceptEdit} adds, renames or removes one label. {@link
 * org.solrlmtc.core.concept.ThesaurusChanges} compares two editions of a thesaurus, and {@link
 * org.solrlmtc.core.concept.ThesaurusUpdate} applies the difference to a bundle.
 */
package org.solrlmtc.core.concept;
