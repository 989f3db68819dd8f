/** Trains Exact Match: document frequencies of the labels' names. */
package org.solrlmtc.training.exactmatch;
