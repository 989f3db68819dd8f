package org.solrlmtc.core.onnx;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Writes the fields of a protocol buffer message. */
final class ProtoWriter {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  ProtoWriter() {}

  /**
   * @param fields of the message that are written already
   */
  ProtoWriter(byte[] fields) {
    out.writeBytes(fields);
  }

  ProtoWriter number(int field, long value) {
    varint((long) field << 3);
    varint(value);
    return this;
  }

  ProtoWriter block(int field, ByteBuffer block) {
    varint((long) field << 3 | 2);
    varint(block.remaining());
    byte[] bytes = new byte[block.remaining()];
    block.duplicate().get(bytes);
    out.writeBytes(bytes);
    return this;
  }

  ProtoWriter block(int field, ProtoWriter message) {
    return block(field, ByteBuffer.wrap(message.bytes()));
  }

  ProtoWriter text(int field, String text) {
    return block(field, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
  }

  private void varint(long value) {
    long left = value;
    while ((left & ~0x7FL) != 0) {
      out.write((int) (left & 0x7F | 0x80));
      left >>>= 7;
    }
    out.write((int) left);
  }

  byte[] bytes() {
    return out.toByteArray();
  }
}
