/**
 * ONNX graphs: {@code GraphBuilder} builds one node by node, {@code ExportContext} lets a layer add
 * itself to the graph of a network, {@code StoredMatrix} is a matrix in fp32 or int8, and {@code
 * TrainedTensors} are the weights of a finished file.
 */
package org.solrlmtc.training.neural.graph;
