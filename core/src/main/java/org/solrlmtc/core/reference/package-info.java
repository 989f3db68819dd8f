/**
 * What a model was tuned on, and how far other acts are from it. Start at {@link
 * org.solrlmtc.core.reference.Reference}, which a manifest holds; {@link
 * org.solrlmtc.core.reference.Distribution#stabilityIndex} measures the distance.
 */
package org.solrlmtc.core.reference;
