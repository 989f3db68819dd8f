/**
 * Request handlers beside the update processor, whose models and fields they use: {@link
 * org.solrlmtc.plugin.api.ClassifyHandler} labels a text without indexing it; {@link
 * org.solrlmtc.plugin.api.ModelsHandler} tells which models are open, and changes it. {@link
 * org.solrlmtc.plugin.api.LmtcHandler} and {@link org.solrlmtc.plugin.api.RequestParams} are what
 * all handlers have in common.
 */
package org.solrlmtc.plugin.api;
