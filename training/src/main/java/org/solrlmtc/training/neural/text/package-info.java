/**
 * From acts to batches of tokens: {@code TokenizedActs} holds tokens and gold labels, {@code
 * BatchOrder} groups acts into batches and {@code Batch} is one of them.
 */
package org.solrlmtc.training.neural.text;
