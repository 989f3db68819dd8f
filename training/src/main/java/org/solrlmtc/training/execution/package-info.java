/**
 * What every training has around it: threads and memory ({@link
 * org.solrlmtc.training.execution.Resources}), work in parallel with reproducible results, progress
 * reports, and the error that names the wrong setting or file. It depends on no other package of
 * training.
 */
package org.solrlmtc.training.execution;
