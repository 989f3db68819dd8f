/**
 * Infrastructure of every training: threads and memory ({@link
 * org.solrlmtc.training.execution.Resources}), parallel work with reproducible results, progress
 * reports and exceptions. It depends on no other package of training.
 */
package org.solrlmtc.training.execution;
