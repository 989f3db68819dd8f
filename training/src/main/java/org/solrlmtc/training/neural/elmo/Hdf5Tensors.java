package org.solrlmtc.training.neural.elmo;

import io.jhdf.HdfFile;
import io.jhdf.WritableHdfFile;
import io.jhdf.api.Dataset;
import io.jhdf.api.Group;
import io.jhdf.api.Node;
import io.jhdf.api.WritableGroup;
import io.jhdf.exceptions.HdfException;
import io.jhdf.object.message.DataLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.solrlmtc.training.execution.TrainingException;

/**
 * Tensors of single precision in an HDF5 file. Files come from outside: a tensor is read only when
 * its sizes are the expected ones and the file is long enough to hold it.
 */
final class Hdf5Tensors implements ElmoTensors.Source, AutoCloseable {
  private final Path file;
  private final long bytes;
  private final HdfFile hdf;

  private Hdf5Tensors(Path file, long bytes, HdfFile hdf) {
    this.file = file;
    this.bytes = bytes;
    this.hdf = hdf;
  }

  /**
   * Opens a file.
   *
   * @throws TrainingException if it is not HDF5
   */
  static Hdf5Tensors open(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new TrainingException(file + " does not exist: an ELMo model has options and weights");
    }
    try {
      return new Hdf5Tensors(file, Files.size(file), new HdfFile(file));
    } catch (RuntimeException | StackOverflowError e) {
      throw new TrainingException(file + " is not HDF5, or is damaged: copy it again", e);
    }
  }

  @Override
  public boolean has(String name) {
    return find(name) != null;
  }

  /** The sizes of a tensor. */
  long[] sizes(String name) {
    Node node = find(name);
    if (!(node instanceof Dataset dataset)) {
      throw new TrainingException(
          file + " has no tensor '" + name + "': are these the weights of these options?");
    }
    try {
      return dataset.getDimensionsAsLong();
    } catch (RuntimeException e) {
      throw damaged(name, e);
    }
  }

  @Override
  public float[] read(String name, int... expected) {
    long[] found = sizes(name);
    long[] wanted = Arrays.stream(expected).asLongStream().toArray();
    if (!Arrays.equals(found, wanted)) {
      throw new TrainingException(
          file
              + ": the tensor '"
              + name
              + "' has the sizes "
              + Arrays.toString(found)
              + ", but by the options they must be "
              + Arrays.toString(wanted)
              + ": use the options that belong to the weights");
    }
    long count = 1;
    for (long size : wanted) {
      count = Math.multiplyExact(count, size);
    }
    Dataset dataset = (Dataset) find(name);
    try {
      if (dataset.getJavaType() != float.class) {
        throw new TrainingException(
            file + ": the tensor '" + name + "' must have values of single precision (float32)");
      }
      if (dataset.getDataLayout() == DataLayout.CHUNKED) {
        throw new TrainingException(
            file
                + ": the tensor '"
                + name
                + "' is stored in chunks: rewrite the file with h5repack -l CONTI");
      }
      if (count * Float.BYTES > bytes || count > Integer.MAX_VALUE - 8) {
        throw new TrainingException(
            file + " is too short for the tensor '" + name + "': it was cut off; copy it again");
      }
      float[] values = (float[]) dataset.getDataFlat();
      for (float value : values) {
        if (!Float.isFinite(value)) {
          throw new TrainingException(
              file + ": the tensor '" + name + "' has a value that is not finite");
        }
      }
      return values;
    } catch (TrainingException e) {
      throw e;
    } catch (RuntimeException e) {
      throw damaged(name, e);
    }
  }

  /** The entry of a path; null if it is absent. Groups are followed one by one, links are not. */
  private Node find(String path) {
    Node node = hdf;
    try {
      for (String name : path.split("/")) {
        Node parent = node;
        node = parent instanceof Group group ? group.getChildren().get(name) : null;
        if (node == null || node.isLink()) {
          return null;
        }
      }
      return node;
    } catch (RuntimeException | StackOverflowError e) {
      throw damaged(path, e);
    }
  }

  private TrainingException damaged(String name, Throwable cause) {
    return new TrainingException(
        file + " is damaged: the tensor '" + name + "' cannot be read; copy it again", cause);
  }

  @Override
  public void close() {
    hdf.close();
  }

  /** Writes a file of weights. */
  static void write(Path file, ElmoWeights weights) throws IOException {
    try (WritableHdfFile hdf = HdfFile.write(file)) {
      Map<String, WritableGroup> groups = new HashMap<>();
      new ElmoTensors(weights.options())
          .write(
              weights,
              (name, values, sizes) -> {
                int end = name.lastIndexOf('/');
                WritableGroup group = end < 0 ? hdf : group(hdf, groups, name.substring(0, end));
                group.putDataset(name.substring(end + 1), shaped(values, 0, sizes, 0));
              });
    } catch (HdfException e) {
      throw new IOException("cannot write " + file + ": " + e.getMessage(), e);
    }
  }

  private static WritableGroup group(
      WritableHdfFile hdf, Map<String, WritableGroup> groups, String path) {
    WritableGroup known = groups.get(path);
    if (known != null) {
      return known;
    }
    int end = path.lastIndexOf('/');
    WritableGroup parent = end < 0 ? hdf : group(hdf, groups, path.substring(0, end));
    WritableGroup created = parent.putGroup(path.substring(end + 1));
    groups.put(path, created);
    return created;
  }

  /** Nested arrays, as the library takes them. */
  private static Object shaped(float[] values, int from, int[] sizes, int depth) {
    int inner = 1;
    for (int i = depth + 1; i < sizes.length; i++) {
      inner *= sizes[i];
    }
    if (depth == sizes.length - 1) {
      return Arrays.copyOfRange(values, from, from + sizes[depth]);
    }
    int[] rest = Arrays.copyOfRange(sizes, depth, sizes.length);
    Object array = java.lang.reflect.Array.newInstance(float.class, rest);
    for (int i = 0; i < sizes[depth]; i++) {
      java.lang.reflect.Array.set(array, i, shaped(values, from + i * inner, sizes, depth + 1));
    }
    return array;
  }
}
