/**
 * Text as numbers, the same way in training and in serving. {@link org.solrlmtc.core.text.Ngrams}
 * cuts an act into word n-grams and names each by a 48-bit hash, so that no string is ever made;
 * {@link org.solrlmtc.core.text.NgramVocabulary} knows which of them count and how much; {@link
 * org.solrlmtc.core.text.TextVectorizer} puts both together into the sparse, normalised {@link
 * org.solrlmtc.core.text.ActVector} that linear models read.
 */
package org.solrlmtc.core.text;
