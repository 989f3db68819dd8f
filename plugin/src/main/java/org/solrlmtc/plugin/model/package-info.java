/**
 * The models of a node. {@link org.solrlmtc.plugin.model.NodeModels} opens each once, {@link
 * org.solrlmtc.plugin.model.CoreModels} is what a core holds of them, {@link
 * org.solrlmtc.plugin.model.ModelLeases} what a request uses: one version of each model, from begin
 * to end. {@code ModelRegistry} knows what is open and who holds it; {@link
 * org.solrlmtc.plugin.model.ModelMetrics} counts.
 */
package org.solrlmtc.plugin.model;
