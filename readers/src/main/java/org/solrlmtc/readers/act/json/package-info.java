/** Acts in JSON, one per line or one per file. */
package org.solrlmtc.readers.act.json;
