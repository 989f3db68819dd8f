/**
 * {@link org.solrlmtc.core.json.JsonProblems} describes errors in JSON and YAML files for the
 * people who edit them.
 */
package org.solrlmtc.core.json;
