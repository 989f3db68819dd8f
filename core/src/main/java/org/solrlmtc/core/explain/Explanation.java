package org.solrlmtc.core.explain;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.score.Evidence;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.ScoredLabel;
import org.solrlmtc.core.score.SimilarAct;

/**
 * A label, the passages that contributed most to it, with their text, and the similar acts that
 * have it, as users see it.
 *
 * @param label the label's concept id
 * @param similarActs known acts, most similar first; empty if the model does not compare acts
 */
public record Explanation(String label, List<Passage> passages, List<SimilarAct> similarActs) {
  /** The default number of passages per label. */
  public static final int DEFAULT_PASSAGES = 5;

  /** The maximum: an explanation of everything explains nothing. */
  public static final int MAX_PASSAGES = 100;

  private static final JsonMapper JSON = new JsonMapper();

  public Explanation {
    passages = List.copyOf(passages);
    similarActs = List.copyOf(similarActs);
  }

  /**
   * A passage.
   *
   * @param text the text at its position
   */
  public record Passage(Evidence evidence, String text) {
    /** The form that is shown and stored. Offsets count UTF-16 units, as in Java and JavaScript. */
    Map<String, Object> toMap() {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("zone", evidence.zone().key());
      map.put("section", evidence.section());
      map.put("start", evidence.start());
      map.put("end", evidence.end());
      map.put("text", text);
      map.put("weight", evidence.weight());
      return map;
    }
  }

  /** Explains labels of an act, in the order given. */
  public static List<Explanation> of(
      LegalAct act, List<ScoredLabel> labels, LabelScorer scorer, int limit) {
    int[] wanted = labels.stream().mapToInt(ScoredLabel::index).toArray();
    List<List<Evidence>> evidence = scorer.explain(act, wanted, limit);
    List<List<SimilarAct>> similarActs = scorer.similarActs(act, wanted, limit);
    List<Explanation> explanations = new ArrayList<>();
    for (int i = 0; i < labels.size(); i++) {
      explanations.add(
          new Explanation(
              labels.get(i).id(),
              evidence.get(i).stream()
                  .map(passage -> new Passage(passage, passage.text(act)))
                  .toList(),
              similarActs.get(i)));
    }
    return explanations;
  }

  /** The passages as maps of plain values, ready to be written as JSON. */
  public List<Map<String, Object>> passageMaps() {
    return passages.stream().map(Passage::toMap).toList();
  }

  /** The similar acts as maps of plain values; an act without a stored title has none. */
  public List<Map<String, Object>> similarActMaps() {
    return similarActs.stream()
        .map(
            act -> {
              Map<String, Object> map = new LinkedHashMap<>();
              map.put("id", act.id());
              if (!act.title().isEmpty()) {
                map.put("title", act.title());
              }
              map.put("similarity", act.similarity());
              return map;
            })
        .toList();
  }

  /**
   * The explanation as one JSON object: {@code {"id": ..., "passages": [...]}}, and {@code
   * "similarActs"} if there are any.
   */
  public String toJson() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("id", label);
    map.put("passages", passageMaps());
    if (!similarActs.isEmpty()) {
      map.put("similarActs", similarActMaps());
    }
    try {
      return JSON.writeValueAsString(map);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("plain values are always JSON", e);
    }
  }
}
