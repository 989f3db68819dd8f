/**
 * File helpers that all modules share: {@link org.solrlmtc.core.io.Sha256} for digests, {@link
 * org.solrlmtc.core.io.FileTrees} to delete folders.
 */
package org.solrlmtc.core.io;
