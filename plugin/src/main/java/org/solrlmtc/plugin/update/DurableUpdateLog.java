package org.solrlmtc.plugin.update;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import org.apache.lucene.index.IndexWriter;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrException.ErrorCode;
import org.apache.solr.core.SolrCore;
import org.apache.solr.update.AddUpdateCommand;
import org.apache.solr.update.CommitUpdateCommand;
import org.apache.solr.update.DeleteUpdateCommand;
import org.apache.solr.update.TransactionLog;
import org.apache.solr.update.UpdateCommand;
import org.apache.solr.update.UpdateHandler;
import org.apache.solr.update.UpdateLog;
import org.apache.solr.util.RefCounted;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Solr's update log, without four ways in which it loses updates that were acknowledged:
 *
 * <ul>
 *   <li>A hard commit sets the current log aside before its buffer is written. Requests that end
 *       during the commit flush only the next log. If the process is killed then, their updates are
 *       lost. Here the buffer is written before the log is set aside.
 *   <li>After a commit that failed, the next one marks the log of the former as committed, although
 *       nothing has committed it. Here that log is marked only when a commit has succeeded, and
 *       never once the index writer has failed: then a restart replays it.
 *   <li>A record that could be written only in part, as on a full disk, hides the records after it
 *       from a replay. Here nothing is acknowledged after such a record until a commit succeeds.
 *   <li>A start replays the two newest logs. After a kill during a replay there can be more that
 *       are not committed. Here all of them are replayed.
 * </ul>
 *
 * <pre class="prettyprint">{@code
 * <updateHandler class="solr.DirectUpdateHandler2">
 *   <updateLog class="org.solrlmtc.plugin.update.DurableUpdateLog"/>
 * </updateHandler>
 * }</pre>
 *
 * Its settings are those of Solr's update log.
 */
public final class DurableUpdateLog extends UpdateLog {
  private static final Logger log = LoggerFactory.getLogger(MethodHandles.lookup().lookupClass());

  private volatile String coreName = "";

  /** The index writer of the newest update; null before the first one. */
  private volatile IndexWriter writer;

  /** Why an index writer failed, which loses what it has not committed; null: none did. */
  private Throwable writerFailure;

  /** The log whose last record is perhaps incomplete; null: there is none. */
  private TransactionLog incompleteLog;

  /** Why {@link #incompleteLog} could not be written. */
  private IOException logFailure;

  /** Solr calls this for a new core and after every reload, which keeps the log. */
  @Override
  public void init(UpdateHandler handler, SolrCore core) {
    coreName = core.getName();
    noteWriterFailure();
    super.init(handler, core);
  }

  /** Lists the logs of former processes. */
  @Override
  protected void initTlogDir(SolrCore core) {
    super.initTlogDir(core);
    newestLogsOnStartup.clear();
    // in the order of their updates: the list begins with the newest. Solr skips committed ones
    logs.forEach(newestLogsOnStartup::addFirst);
  }

  @Override
  public void add(AddUpdateCommand cmd, boolean clearCaches) {
    if ((cmd.getFlags() & (UpdateCommand.BUFFERING | UpdateCommand.IGNORE_INDEXWRITER)) == 0) {
      noteWriter();
    }
    synchronized (this) {
      write(() -> super.add(cmd, clearCaches));
    }
  }

  @Override
  public synchronized void delete(DeleteUpdateCommand cmd) {
    write(() -> super.delete(cmd));
  }

  @Override
  public synchronized void deleteByQuery(DeleteUpdateCommand cmd) {
    write(() -> super.deleteByQuery(cmd));
  }

  /** Solr calls this before it acknowledges a request. */
  @Override
  public void finish(SyncLevel syncLevel) {
    write(() -> super.finish(syncLevel));
    // the failure of another request may have cut off the records of this one
    refuseAfterFailure();
  }

  private void write(Runnable writing) {
    refuseAfterFailure();
    try {
      writing.run();
    } catch (SolrException e) {
      noteLogFailure(e);
      throw e;
    }
  }

  /** Does not wait for the index writer while it has the monitor. */
  private void noteWriter() {
    IndexWriter known = writer;
    if (known != null && known.isOpen()) {
      return;
    }
    noteWriterFailure();
    try {
      RefCounted<IndexWriter> current = uhandler.getSolrCoreState().getIndexWriter(null);
      if (current != null) {
        writer = current.get();
        current.decref();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private synchronized void noteWriterFailure() {
    IndexWriter known = writer;
    if (writerFailure == null && known != null && known.getTragicException() != null) {
      writerFailure = known.getTragicException();
    }
  }

  private synchronized void noteLogFailure(SolrException e) {
    if (logFailure == null && SolrException.getRootCause(e) instanceof IOException cause) {
      incompleteLog = tlog == null ? prevTlog : tlog;
      if (incompleteLog != null) {
        logFailure = cause;
        log.error("the update log {} could not be written", incompleteLog, e);
      }
    }
  }

  private synchronized void refuseAfterFailure() {
    if (writerFailure != null) {
      throw unavailable(
          "the index writer of core '"
              + coreName
              + "' failed ("
              + writerFailure.getMessage()
              + "). Acknowledged updates since the last commit are in the update log: remove the"
              + " cause, such as a full disk, then restart Solr, which replays them",
          writerFailure);
    }
    if (logFailure != null) {
      throw unavailable(
          "the update log of core '"
              + coreName
              + "' could not be written ("
              + logFailure.getMessage()
              + ") and accepts no updates until a hard commit succeeds: free disk space, then send"
              + " a commit; if that fails, restart Solr",
          logFailure);
    }
  }

  private static SolrException unavailable(String message, Throwable cause) {
    return new SolrException(ErrorCode.SERVICE_UNAVAILABLE, message, cause);
  }

  /** Solr calls this before it commits the index. */
  @Override
  public synchronized void preCommit(CommitUpdateCommand cmd) {
    noteWriterFailure();
    if (writerFailure != null) {
      refuseAfterFailure();
    }
    if (prevTlog != null) {
      // The last commit failed. This one includes its updates, and then marks its log as committed;
      // the current log has to wait for the next commit.
      return;
    }
    super.preCommit(cmd);
    if (prevTlog != null && prevTlog != incompleteLog) {
      try {
        prevTlog.finish(defaultSyncLevel);
      } catch (SolrException e) {
        // the commit can still succeed, and nothing is acknowledged until it does
        noteLogFailure(e);
      }
    }
  }

  /** Solr calls this when the index is committed. */
  @Override
  public synchronized void postCommit(CommitUpdateCommand cmd) {
    boolean isIncomplete = prevTlog != null && prevTlog == incompleteLog;
    super.postCommit(cmd);
    if (isIncomplete) {
      incompleteLog = null;
      logFailure = null;
    }
  }

  /** A replica that recovers gets from its leader what its index writer lost. */
  @Override
  public void bufferUpdates() {
    synchronized (this) {
      writer = null;
      writerFailure = null;
    }
    super.bufferUpdates();
  }
}
