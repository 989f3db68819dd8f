/** Recipes: how a model is trained, as data. */
package org.solrlmtc.training.recipe;
