package org.solrlmtc.core.bundle;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The right to write a bundle, held by one writer at a time: the lock on the file {@code
 * .NAME.lock} beside it. The operating system frees it when its process ends, however that happens.
 * The file itself stays: deleting it would let two writers lock two files of the same name.
 */
final class WriterLock implements AutoCloseable {
  /**
   * What this process holds. The operating system would not do: closing any channel to a file gives
   * up all its locks of the process.
   */
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  private final Path target;
  private final FileChannel channel;

  private WriterLock(Path target, FileChannel channel) {
    this.target = target;
    this.channel = channel;
  }

  /**
   * Takes the lock.
   *
   * @param target the bundle's folder, absolute
   * @throws BundleException when another writer has it
   */
  static WriterLock take(Path target) throws IOException {
    if (!HELD.add(target)) {
      throw beingWritten(target);
    }
    FileChannel channel = null;
    try {
      channel =
          FileChannel.open(
              target.resolveSibling("." + target.getFileName() + ".lock"),
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE);
      if (channel.tryLock() == null) {
        throw beingWritten(target);
      }
      return new WriterLock(target, channel);
    } catch (IOException | RuntimeException e) {
      HELD.remove(target);
      if (channel != null) {
        channel.close();
      }
      throw e;
    }
  }

  private static BundleException beingWritten(Path target) {
    return new BundleException(
        "the bundle " + target + " is being written already: wait, or choose another place");
  }

  @Override
  public void close() throws IOException {
    // first the file: whoever in this process finds the target free must be able to lock it
    channel.close();
    HELD.remove(target);
  }
}
