package org.solrlmtc.training.data;

import java.io.IOException;
import java.util.Collections;
import java.util.Iterator;
import java.util.Set;
import java.util.Spliterators;
import java.util.stream.StreamSupport;
import org.solrlmtc.core.act.ActRecord;

/** The acts of a split that have none of some gold concepts. */
record OtherActs(ActSplit split, Set<String> concepts) implements ActSplit {
  @Override
  public <T> T read(ActsFunction<T> use) throws IOException {
    return split.read(acts -> use.apply(others(acts)));
  }

  private Iterator<ActRecord> others(Iterator<ActRecord> acts) {
    return StreamSupport.stream(Spliterators.spliteratorUnknownSize(acts, 0), false)
        .filter(act -> Collections.disjoint(act.concepts(), concepts))
        .iterator();
  }

  @Override
  public String identity() throws IOException {
    return split.identity() + ", without acts of " + concepts.size() + " concepts";
  }
}
