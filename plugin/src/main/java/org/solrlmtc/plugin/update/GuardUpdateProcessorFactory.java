package org.solrlmtc.plugin.update;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrException.ErrorCode;
import org.apache.solr.common.util.NamedList;
import org.apache.solr.core.SolrCore;
import org.apache.solr.request.SolrQueryRequest;
import org.apache.solr.response.SolrQueryResponse;
import org.apache.solr.update.AddUpdateCommand;
import org.apache.solr.update.DeleteUpdateCommand;
import org.apache.solr.update.UpdateCommand;
import org.apache.solr.update.UpdateLog;
import org.apache.solr.update.processor.UpdateRequestProcessor;
import org.apache.solr.update.processor.UpdateRequestProcessorFactory;
import org.apache.solr.util.plugin.SolrCoreAware;

/**
 * Refuses updates that would endanger acknowledged documents:
 *
 * <ul>
 *   <li>documents, with HTTP 503, while a disk of the index has little free space. On a full disk
 *       Solr can write neither its log nor the index. Deletions and commits pass.
 *   <li>deletions without id and query, with HTTP 400. Solr accepts them, and then no commit
 *       succeeds.
 * </ul>
 *
 * <pre class="prettyprint">{@code
 * <updateProcessor name="guard" class="org.solrlmtc.plugin.update.GuardUpdateProcessorFactory">
 *   <int name="minFreeMegabytes">512</int>
 * </updateProcessor>
 * <updateRequestProcessorChain name="guarded" post-processor="guard">
 *   <processor class="solr.LogUpdateProcessorFactory"/>
 *   <processor class="solr.DistributedUpdateProcessorFactory"/>
 *   <processor class="solr.RunUpdateProcessorFactory"/>
 * </updateRequestProcessorChain>
 * }</pre>
 *
 * As {@code post-processor} it runs after the distributed step: every replica checks its own disks.
 *
 * <ul>
 *   <li>{@code minFreeMegabytes}: free space in MB below which documents are refused; 0: never.
 *       Default 512.
 * </ul>
 */
public final class GuardUpdateProcessorFactory extends UpdateRequestProcessorFactory
    implements SolrCoreAware {
  private static final String MIN_FREE = "minFreeMegabytes";
  private static final int DEFAULT_MIN_FREE = 512;
  private static final long MB = 1 << 20;

  private final List<FileStore> disks = new ArrayList<>();
  private int minFreeMegabytes = DEFAULT_MIN_FREE;
  private String coreName = "";

  @Override
  public void init(NamedList<?> args) {
    for (Map.Entry<String, ?> arg : args) {
      if (!arg.getKey().equals(MIN_FREE)) {
        throw misconfigured("unknown setting '" + arg.getKey() + "'; known settings: " + MIN_FREE);
      }
      if (!(arg.getValue() instanceof Integer megabytes) || megabytes < 0) {
        throw misconfigured(
            MIN_FREE + " must be an <int> of 0 or more, not '" + arg.getValue() + "'");
      }
      minFreeMegabytes = megabytes;
    }
  }

  private static SolrException misconfigured(String message) {
    return new SolrException(
        ErrorCode.SERVER_ERROR, GuardUpdateProcessorFactory.class.getSimpleName() + ": " + message);
  }

  @Override
  public void inform(SolrCore core) {
    coreName = core.getName();
    addDisk(core.getIndexDir());
    UpdateLog log = core.getUpdateHandler().getUpdateLog();
    if (log != null) {
      addDisk(log.getTlogDir());
    }
  }

  /** An index that is not in files has no disk. */
  private void addDisk(String folder) {
    Path path = Path.of(folder);
    try {
      if (Files.exists(path)) {
        disks.add(Files.getFileStore(path));
      }
    } catch (IOException e) {
      throw new SolrException(
          ErrorCode.SERVER_ERROR, "the free space of " + folder + " cannot be found", e);
    }
  }

  @Override
  public UpdateRequestProcessor getInstance(
      SolrQueryRequest req, SolrQueryResponse rsp, UpdateRequestProcessor next) {
    CrossSiteRequests.refuse(req);
    return new UpdateRequestProcessor(next) {
      @Override
      public void processAdd(AddUpdateCommand cmd) throws IOException {
        // what a log has to give back was acknowledged already
        if ((cmd.getFlags() & (UpdateCommand.REPLAY | UpdateCommand.PEER_SYNC)) == 0) {
          checkDisks();
        }
        super.processAdd(cmd);
      }

      @Override
      public void processDelete(DeleteUpdateCommand cmd) throws IOException {
        checkDeletion(cmd);
        super.processDelete(cmd);
      }
    };
  }

  /** Asks the operating system for every document; that takes about a microsecond. */
  private void checkDisks() throws IOException {
    for (FileStore disk : disks) {
      long free = disk.getUsableSpace() / MB;
      if (free < minFreeMegabytes) {
        throw new SolrException(
            ErrorCode.SERVICE_UNAVAILABLE,
            "the disk of core '"
                + coreName
                + "' has "
                + free
                + " MB left, less than minFreeMegabytes = "
                + minFreeMegabytes
                + ": documents are refused until there is more. Free disk space, or lower the"
                + " setting");
      }
    }
  }

  /**
   * Checks that a deletion names a document or a query.
   *
   * @throws SolrException if it does not: Solr would accept it, and fail at the next commit
   */
  static void checkDeletion(DeleteUpdateCommand cmd) {
    if (cmd.isDeleteById() && cmd.getIndexedId() == null) {
      throw new SolrException(
          ErrorCode.BAD_REQUEST,
          "a deletion names neither a document nor a query: give an id or a query");
    }
  }
}
