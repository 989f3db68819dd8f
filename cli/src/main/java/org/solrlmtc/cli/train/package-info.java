/** Making models: training, tuning, word vectors, learning curves, and the thesaurus they need. */
package org.solrlmtc.cli.train;
