package org.solrlmtc.plugin.api;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrException.ErrorCode;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.bundle.NumberProperty;

/**
 * Limits the part of the Java heap that the requests of readers take together, over all cores of
 * the process: texts to classify and documents to compare. A server that runs out of heap exits.
 */
public final class RequestMemory {
  private static final NumberProperty MAX_MEGABYTES =
      new NumberProperty("lmtc.requests.maxMegabytes", 0, 0, 1 << 20);

  private static final AtomicLong RESERVED = new AtomicLong();

  private RequestMemory() {}

  /**
   * The limit, a number of bytes: a quarter of the heap, unless it is configured.
   *
   * @throws BundleException naming the system property when it is wrong
   */
  public static long limit() {
    int megabytes = MAX_MEGABYTES.read();
    return megabytes == 0 ? Runtime.getRuntime().maxMemory() / 4 : (long) megabytes << 20;
  }

  /** Reserves nothing yet. */
  public static Reservation reserve() {
    return new Reservation();
  }

  /** The memory of one request, which uses it on one thread; closing releases it. */
  public static final class Reservation implements AutoCloseable {
    private long bytes;

    private Reservation() {}

    /**
     * Reserves more, if necessary, so that it is at least this much.
     *
     * @param what needs the memory, for messages: {@code the text}
     * @throws SolrException with HTTP 400 when the request alone exceeds the limit, 429 when others
     *     do with it
     */
    public void raiseTo(long wanted, String what) {
      if (wanted <= bytes) {
        return;
      }
      long limit = limit();
      if (wanted > limit) {
        throw new SolrException(
            ErrorCode.BAD_REQUEST,
            what
                + " needs more than the "
                + (limit >> 20)
                + " MB of the Java heap that all requests together may use: send less, give Java"
                + " more memory (-Xmx, or --heap of ./lmtc start), or raise the system property "
                + MAX_MEGABYTES.name());
      }
      if (RESERVED.addAndGet(wanted - bytes) > limit) {
        RESERVED.addAndGet(bytes - wanted);
        throw new SolrException(
            ErrorCode.TOO_MANY_REQUESTS,
            "other requests use most of the "
                + (limit >> 20)
                + " MB of the Java heap that all requests together may use (system property "
                + MAX_MEGABYTES.name()
                + "): try again later");
      }
      bytes = wanted;
    }

    @Override
    public void close() {
      RESERVED.addAndGet(-bytes);
      bytes = 0;
    }
  }
}
