/**
 * Word pieces, the tokens of BERT and its relatives.
 *
 * <p>{@link org.solrlmtc.core.text.pieces.WordPieceTokenizer} is the tokenizer: {@link
 * org.solrlmtc.core.text.pieces.WordPieces} normalises a text as BERT does, cuts it into words and
 * each word into the longest pieces of the {@link org.solrlmtc.core.text.pieces.PieceVocabulary}.
 * {@link org.solrlmtc.core.text.pieces.PretrainedPieces} reads what a published model was trained
 * with, {@link org.solrlmtc.core.text.pieces.PretrainedFolder} finds the model's folder.
 */
package org.solrlmtc.core.text.pieces;
