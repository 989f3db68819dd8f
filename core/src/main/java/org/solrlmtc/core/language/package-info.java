/**
 * The language of acts: {@link org.solrlmtc.core.language.LanguageIdentifier} finds acts that a
 * model does not read.
 */
package org.solrlmtc.core.language;
