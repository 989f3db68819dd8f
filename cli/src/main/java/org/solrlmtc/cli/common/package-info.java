/**
 * What all commands share: {@link org.solrlmtc.cli.common.UserError} and how {@link
 * org.solrlmtc.cli.common.Failures} are shown, {@link org.solrlmtc.cli.common.Layout} for the
 * folders of the project, options, and the {@link org.solrlmtc.cli.common.ProgressLine}.
 */
package org.solrlmtc.cli.common;
