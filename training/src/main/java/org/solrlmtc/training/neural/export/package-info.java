/**
 * From trained networks to bundles and back. {@link org.solrlmtc.training.neural.export.OnnxExport}
 * writes a bundle: {@code NetworkGraph} lets every layer add itself to the graph, {@code
 * ExportCheck} compares the file with the reference computation of the layers. {@link
 * org.solrlmtc.training.neural.export.NetworkReader} reads the weights of a file.
 */
package org.solrlmtc.training.neural.export;
