/** Checks of settings that the packages of a network share. */
package org.solrlmtc.training.neural.setting;
