package org.solrlmtc.core.onnx;

import java.nio.ByteBuffer;

/**
 * Reads the fields of a protocol buffer message, so that the server needs no protocol buffer
 * classes.
 */
final class ProtoFields {
  private static final int VARINT = 0;
  private static final int FIXED64 = 1;
  private static final int BLOCK = 2;
  private static final int FIXED32 = 5;
  private static final long MAX_KEY = 0xFFFFFFFFL;

  private ProtoFields() {}

  /** The message ends in the middle of a field, or has no valid field. */
  static final class DamagedException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** Receives the fields of a message. */
  interface Visitor {
    /** A length-delimited field: a text, a message, bytes. */
    void block(int field, ByteBuffer block);

    /** An integer. */
    default void number(int field, long value) {}
  }

  /**
   * Visits the fields from the position of the message to its end.
   *
   * @throws DamagedException if it is not whole
   */
  static void forEach(ByteBuffer message, Visitor visitor) {
    while (message.hasRemaining()) {
      long key = key(message);
      int field = (int) (key >>> 3);
      switch ((int) (key & 7)) {
        case VARINT -> visitor.number(field, varint(message));
        case FIXED64 -> skip(message, Long.BYTES);
        case FIXED32 -> skip(message, Integer.BYTES);
        case BLOCK -> {
          int length = length(message, varint(message));
          ByteBuffer block = message.slice(message.position(), length);
          skip(message, length);
          visitor.block(field, block);
        }
        default -> throw new DamagedException();
      }
    }
  }

  /**
   * A field's number and wire type. The runtime keeps only 32 bits of it: a longer key could be
   * another field there than here.
   */
  private static long key(ByteBuffer message) {
    long key = varint(message);
    if (key < 0 || key > MAX_KEY || key >>> 3 == 0) {
      throw new DamagedException();
    }
    return key;
  }

  /** The integer at the position of the message. */
  static long varint(ByteBuffer message) {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      if (!message.hasRemaining()) {
        throw new DamagedException();
      }
      byte next = message.get();
      value |= (next & 0x7FL) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new DamagedException();
  }

  private static void skip(ByteBuffer message, long bytes) {
    message.position(message.position() + length(message, bytes));
  }

  private static int length(ByteBuffer message, long bytes) {
    if (bytes < 0 || bytes > message.remaining()) {
      throw new DamagedException();
    }
    return (int) bytes;
  }
}
