/**
 * Models in folders. {@link org.solrlmtc.core.bundle.ModelBundle#open} checks everything a bundle
 * says of itself; {@link org.solrlmtc.core.bundle.BundleWriter} makes one beside its place and
 * renames it; {@link org.solrlmtc.core.bundle.Scorers} finds the method that can run it.
 */
package org.solrlmtc.core.bundle;
