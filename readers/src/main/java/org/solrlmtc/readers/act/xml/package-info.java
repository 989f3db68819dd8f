/** Acts in XML: Formex 4 and Akoma Ntoso. */
package org.solrlmtc.readers.act.xml;
