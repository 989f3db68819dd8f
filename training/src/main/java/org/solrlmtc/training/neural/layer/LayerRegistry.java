package org.solrlmtc.training.neural.layer;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.solrlmtc.core.settings.Settings;

/**
 * All types of layers by name. A new type is one class and one line here. The first embedding,
 * encoder and head are the defaults of recipes. Immutable.
 */
public final class LayerRegistry {
  /** The types that recipes can name. */
  public static final LayerRegistry STANDARD =
      new LayerRegistry(Map.of(), Map.of(), Map.of())
          .withEmbedding(WordEmbedding.TYPE, WordEmbedding::read)
          .withEncoder(Convolution.TYPE, Convolution::read)
          .withEncoder(BiGru.TYPE, BiGru::read)
          .withEncoder(Hierarchical.TYPE, Hierarchical::read)
          .withHead(LabelWiseHead.TYPE, LabelWiseHead::read)
          .withHead(AttentionHead.TYPE, AttentionHead::read)
          .withHead(ZeroShotHead.TYPE, ZeroShotHead::read);

  private final Map<String, Function<Settings, Embedding>> embeddings;
  private final Map<String, Function<Settings, Encoder>> encoders;
  private final Map<String, Function<Settings, Head>> heads;

  private LayerRegistry(
      Map<String, Function<Settings, Embedding>> embeddings,
      Map<String, Function<Settings, Encoder>> encoders,
      Map<String, Function<Settings, Head>> heads) {
    this.embeddings = embeddings;
    this.encoders = encoders;
    this.heads = heads;
  }

  /** A registry with one more embedding. */
  public LayerRegistry withEmbedding(String type, Function<Settings, Embedding> read) {
    return new LayerRegistry(with(embeddings, type, read), encoders, heads);
  }

  /** A registry with one more encoder. */
  public LayerRegistry withEncoder(String type, Function<Settings, Encoder> read) {
    return new LayerRegistry(embeddings, with(encoders, type, read), heads);
  }

  /** A registry with one more head. */
  public LayerRegistry withHead(String type, Function<Settings, Head> read) {
    return new LayerRegistry(embeddings, encoders, with(heads, type, read));
  }

  private static <T> Map<String, T> with(Map<String, T> types, String type, T read) {
    Map<String, T> more = new LinkedHashMap<>(types);
    if (more.put(type, read) != null) {
      throw new IllegalArgumentException("two layers have the type '" + type + "'");
    }
    return more;
  }

  public Embedding embedding(Settings section) {
    return read("embedding", embeddings, section);
  }

  public Encoder encoder(Settings section) {
    return read("encoder", encoders, section);
  }

  public Head head(Settings section) {
    return read("head", heads, section);
  }

  /** Reads a section of the recipe. */
  private static <T> T read(
      String name, Map<String, Function<Settings, T>> types, Settings section) {
    String type = section.text("type", types.keySet().iterator().next());
    Function<Settings, T> reader = types.get(type);
    if (reader == null) {
      throw new IllegalArgumentException(
          "the setting 'type' of '"
              + name
              + "' cannot be '"
              + type
              + "': use "
              + String.join(", ", types.keySet()));
    }
    T read = reader.apply(section);
    section.finish();
    return read;
  }
}
