/**
 * Start at {@link org.solrlmtc.core.bundle.ModelBundle#open}: it reads the model in a folder and
 * checks it against its manifest.
 *
 * <p>{@link org.solrlmtc.core.bundle.BundleManifest} is the content of {@code manifest.json}.
 * {@link org.solrlmtc.core.bundle.Scorers} opens the scorer of a bundle through the {@link
 * org.solrlmtc.core.bundle.ScorerProvider} of its method. {@link
 * org.solrlmtc.core.bundle.BundleWriter} writes a bundle next to its target and renames it when it
 * is complete and checked.
 */
package org.solrlmtc.core.bundle;
