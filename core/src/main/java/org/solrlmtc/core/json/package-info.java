/** What readers of JSON and YAML share. */
package org.solrlmtc.core.json;
