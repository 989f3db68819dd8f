/**
 * From trained networks to bundles and back. {@link org.solrlmtc.training.neural.export.OnnxExport}
 * writes a bundle: {@code NetworkGraph} lets every layer add itself to the graph, {@code
 * ExportCheck} compares the file with the layers' references. {@link
 * org.solrlmtc.training.neural.export.NetworkReader} takes the weights out of a file again.
 */
package org.solrlmtc.training.neural.export;
