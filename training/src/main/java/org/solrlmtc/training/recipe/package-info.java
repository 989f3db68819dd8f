/** Recipes: how a model is made, as data. */
package org.solrlmtc.training.recipe;
