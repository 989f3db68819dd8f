/**
 * Text as numbers, the same way in training and in inference.
 *
 * <p>Linear models start at {@link org.solrlmtc.core.text.TextVectorizer}: it makes the sparse
 * TF-IDF {@link org.solrlmtc.core.text.ActVector} of an act. {@link org.solrlmtc.core.text.Ngrams}
 * splits the act into word n-grams, each identified by a 48-bit hash so that no string is made;
 * {@link org.solrlmtc.core.text.NgramVocabulary} has the features and their inverse document
 * frequencies.
 *
 * <p>Networks start at {@link org.solrlmtc.core.text.Tokenizer}: it makes the {@link
 * org.solrlmtc.core.text.TokenSequence} of an act. {@link org.solrlmtc.core.text.Tokenizers} finds
 * the type that a recipe or manifest names; {@link org.solrlmtc.core.text.WordTokenizer} is the
 * first. {@link org.solrlmtc.core.text.TokenizerSpec} builds a tokenizer from training acts.
 */
package org.solrlmtc.core.text;
