package org.solrlmtc.readers.act;

import java.io.Closeable;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import org.solrlmtc.readers.act.source.ExpansionGuard;

/** The files of a zip, one after the other. */
interface ZipEntries extends Closeable {

  /** One file; its content is readable until the next entry is asked for. */
  record Entry(String name, InputStream content) {}

  /** The next file, or empty at the end. */
  Optional<Entry> next() throws IOException;

  /** The entries of a sound zip in the order of their names, so that reading is reproducible. */
  static ZipEntries inNameOrder(ZipFile zip, ExpansionGuard guard) {
    Iterator<? extends ZipEntry> entries =
        zip.stream()
            .filter(entry -> !entry.isDirectory())
            .sorted(Comparator.comparing(ZipEntry::getName))
            .iterator();
    return new ZipEntries() {
      @Override
      public Optional<Entry> next() {
        if (!entries.hasNext()) {
          return Optional.empty();
        }
        ZipEntry entry = entries.next();
        InputStream content;
        try {
          content = guard.watch(checked(zip, entry));
        } catch (IOException e) {
          content =
              Peeked.broken(InputStream.nullInputStream(), e); // the other entries may be sound
        }
        return Optional.of(new Entry(entry.getName(), content));
      }

      @Override
      public void close() throws IOException {
        zip.close();
      }
    };
  }

  /**
   * The entries of a zip whose directory, at its end, is lost: in file order as far as it is
   * readable, and then the failure to read the directory.
   */
  static ZipEntries untilDamage(Path file, IOException failure, ExpansionGuard guard)
      throws IOException {
    ZipInputStream zip = new ZipInputStream(Files.newInputStream(file), StandardCharsets.UTF_8);
    InputStream content = guard.watch(zip);
    return new ZipEntries() {
      @Override
      public Optional<Entry> next() throws IOException {
        try {
          // under the guard, which the JDK's own skipping to the next entry is not
          content.transferTo(OutputStream.nullOutputStream());
          ZipEntry entry = zip.getNextEntry();
          while (entry != null && entry.isDirectory()) {
            entry = zip.getNextEntry();
          }
          if (entry != null) {
            return Optional.of(new Entry(entry.getName(), unclosable(content)));
          }
        } catch (IllegalArgumentException e) {
          throw new ZipException("an entry's name is not valid UTF-8");
        }
        throw failure;
      }

      @Override
      public void close() throws IOException {
        zip.close();
      }
    };
  }

  /** {@link ZipFile} leaves the checksum to its callers. */
  private static InputStream checked(ZipFile zip, ZipEntry entry) throws IOException {
    CRC32 sum = new CRC32();
    return new CheckedInputStream(zip.getInputStream(entry), sum) {
      @Override
      public int read(byte[] target, int offset, int length) throws IOException {
        int n = super.read(target, offset, length);
        if (n < 0 && sum.getValue() != entry.getCrc()) {
          throw new ZipException("wrong checksum");
        }
        return n;
      }
    };
  }

  private static InputStream unclosable(InputStream in) {
    return new FilterInputStream(in) {
      @Override
      public int read(byte[] target, int offset, int length) throws IOException {
        return in.read(target, offset, length);
      }

      @Override
      public void close() {}
    };
  }
}
