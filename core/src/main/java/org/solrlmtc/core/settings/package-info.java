/**
 * Settings and names in recipes and manifests. {@link org.solrlmtc.core.settings.Settings} reads a
 * section by name and type and refuses what nobody asked for; {@link
 * org.solrlmtc.core.settings.Registry} finds the implementation that a name stands for.
 */
package org.solrlmtc.core.settings;
