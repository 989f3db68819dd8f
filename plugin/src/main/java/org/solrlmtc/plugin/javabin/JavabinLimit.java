package org.solrlmtc.plugin.javabin;

import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrException.ErrorCode;
import org.apache.solr.common.util.NamedList;

/** The setting {@code maxMegabytes} of a handler: how large a document in javabin can be. */
final class JavabinLimit {
  static final String MAX_MEGABYTES = "maxMegabytes";

  /** Part of the Java heap, unless the setting says otherwise. */
  private static final int PART_OF_HEAP = 16;

  private JavabinLimit() {}

  static long bytes(NamedList<?> args) {
    Object value = args == null ? null : args.get(MAX_MEGABYTES);
    if (value == null || value.equals(0)) {
      return Runtime.getRuntime().maxMemory() / PART_OF_HEAP;
    }
    if (!(value instanceof Integer megabytes) || megabytes < 0) {
      throw new SolrException(
          ErrorCode.SERVER_ERROR,
          JavabinUpdateHandler.class.getSimpleName()
              + ": "
              + MAX_MEGABYTES
              + " must be an <int> of 0 or more, not '"
              + value
              + "'");
    }
    return (long) megabytes << 20;
  }
}
