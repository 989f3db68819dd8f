package org.solrlmtc.core.onnx;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;

/** Memory off the Java heap. */
final class NativeMemory {
  private static final System.Logger LOG = System.getLogger(NativeMemory.class.getName());

  private NativeMemory() {}

  /**
   * Releases to the operating system the memory that the C library keeps of a closed network. On
   * Linux the library keeps it per allocating thread, even after the thread has ended, so every
   * swap of a network would take more memory. Does nothing where Java has no such command.
   */
  static void trim() {
    try {
      ManagementFactory.getPlatformMBeanServer()
          .invoke(
              new ObjectName("com.sun.management:type=DiagnosticCommand"),
              "systemTrimNativeHeap",
              new Object[0],
              new String[0]);
    } catch (JMException | RuntimeException e) {
      LOG.log(System.Logger.Level.DEBUG, "free native memory stays with the C library", e);
    }
  }
}
