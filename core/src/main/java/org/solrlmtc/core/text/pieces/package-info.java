/**
 * Word pieces, the tokens of BERT and its relatives.
 *
 * <p>{@link org.solrlmtc.core.text.pieces.PretrainedPieces} reads what a published model was
 * trained with: the {@link org.solrlmtc.core.text.pieces.PieceVocabulary} and the rules by which
 * its texts are normalised. {@link org.solrlmtc.core.text.pieces.PretrainedFolder} finds the
 * model's folder.
 */
package org.solrlmtc.core.text.pieces;
