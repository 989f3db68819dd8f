package org.solrlmtc.core.bundle;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The right to write a bundle, for one writer at a time: a lock on the file {@code .NAME.lock} next
 * to it. The operating system releases it when the process ends, for whatever reason. The file
 * itself stays: deleting it would let two writers lock two files of the same name.
 */
final class WriterLock implements AutoCloseable {
  /**
   * Locks of this process. The operating system's lock is not enough: closing any channel to a file
   * releases all locks of the process on it.
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
   * @throws BundleException if another writer has it
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
    // first the file: a writer of this process that finds the target free must be able to lock it
    channel.close();
    HELD.remove(target);
  }
}
