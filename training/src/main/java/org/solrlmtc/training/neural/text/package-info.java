/**
 * From acts to batches of tokens: {@code VocabularyBuilder} selects the vocabulary, {@code
 * TokenizedActs} holds token ids and gold labels, {@code BatchOrder} groups acts into batches and
 * {@code Batch} is one of them.
 */
package org.solrlmtc.training.neural.text;
