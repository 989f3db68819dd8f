/** Small helpers for files that all modules share: digests, deleting folders. */
package org.solrlmtc.core.io;
