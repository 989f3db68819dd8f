package org.solrlmtc.core.onnx;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;

/** Memory outside of Java's heap. */
final class NativeMemory {
  private static final System.Logger LOG = System.getLogger(NativeMemory.class.getName());

  private NativeMemory() {}

  /**
   * Gives back to the system what a closed network leaves to the C library. On Linux that keeps it
   * for each thread that allocated some, also when the thread has ended: every swap of a network
   * would occupy more. Does nothing where Java has no such command.
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
      LOG.log(System.Logger.Level.DEBUG, "free native memory is left to the C library", e);
    }
  }
}
