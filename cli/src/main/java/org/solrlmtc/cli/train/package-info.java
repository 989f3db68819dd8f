/** Making models: training, tuning, word vectors, learning curves, their labels and thesaurus. */
package org.solrlmtc.cli.train;
