/**
 * Start at {@link org.solrlmtc.core.settings.Settings}: it reads a section of a recipe or manifest
 * by name and type, and refuses unknown settings. {@link org.solrlmtc.core.settings.SettingChecks}
 * refuses values out of range. {@link org.solrlmtc.core.settings.Registry} finds the implementation
 * that a name in such a section means.
 */
package org.solrlmtc.core.settings;
