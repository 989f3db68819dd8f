package org.solrlmtc.plugin.api;

import org.apache.solr.common.util.NamedList;
import org.apache.solr.common.util.SimpleOrderedMap;
import org.solrlmtc.core.score.ActMemory;

/** The state of a memory in responses. */
final class MemoryResponse {
  private MemoryResponse() {}

  static NamedList<Object> of(ActMemory memory) {
    ActMemory.Status status = memory.status();
    NamedList<Object> response = new SimpleOrderedMap<>();
    response.add("acts", status.acts());
    response.add("maxActs", status.maxActs());
    response.add("version", status.version());
    response.add("bytes", status.bytes());
    status.problem().ifPresent(problem -> response.add("problem", problem));
    return response;
  }
}
