/** The file format that all checkpoints of training share. */
package org.solrlmtc.training.checkpoint;
