/**
 * Published encoders that training starts from: {@link
 * org.solrlmtc.training.pretrained.PretrainedEncoder} reads their weights from several file
 * formats, {@link org.solrlmtc.training.pretrained.PretrainedCatalogue} knows those that can be
 * fetched from the Maven repository.
 */
package org.solrlmtc.training.pretrained;
