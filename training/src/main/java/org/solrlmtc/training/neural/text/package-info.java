/**
 * From acts to what a network is trained on: {@code VocabularyBuilder} chooses the words, {@code
 * TokenizedActs} holds token ids and gold labels, {@code BatchOrder} groups acts into batches and
 * {@code Batch} is one of them.
 */
package org.solrlmtc.training.neural.text;
