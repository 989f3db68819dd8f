package org.solrlmtc.training.neural.vectors;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import org.solrlmtc.training.execution.TrainingException;

/**
 * The JSON of wink's GloVe embeddings: an object with {@code dimensions} and {@code vectors}. The
 * first {@code dimensions} values of each list are the vector; the rest is specific to wink.
 */
final class JsonVectors {
  private static final int MAX_DIMENSIONS = 100_000;

  private final VectorInput input;
  private final VectorCollector vectors;

  JsonVectors(VectorInput input, VectorCollector vectors) {
    this.input = input;
    this.vectors = vectors;
  }

  void read() throws IOException {
    try (JsonParser json = new JsonFactory().createParser(input.stream())) {
      boolean found = false;
      int dimensions = 0;
      json.nextToken();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String field = json.currentName();
        JsonToken value = json.nextToken();
        if (field.equals("dimensions") && value == JsonToken.VALUE_NUMBER_INT) {
          dimensions = json.getIntValue();
        } else if (field.equals("vectors") && value == JsonToken.START_OBJECT) {
          if (dimensions < 1 || dimensions > MAX_DIMENSIONS) {
            throw damaged(json, "a number 'dimensions' must come before 'vectors'");
          }
          found = true;
          readVectors(json, dimensions);
        } else {
          json.skipChildren();
        }
      }
      if (!found) {
        throw damaged(json, "there is no object 'vectors'");
      }
    } catch (JsonProcessingException e) {
      long offset = e.getLocation() == null ? input.offset() : e.getLocation().getByteOffset();
      throw input.damagedByte(
          offset, e.getOriginalMessage().lines().findFirst().orElse("is no JSON"));
    }
  }

  private void readVectors(JsonParser json, int dimensions) throws IOException {
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String word = json.currentName();
      if (json.nextToken() != JsonToken.START_ARRAY) {
        throw damaged(json, "the vector of '" + word + "' is no list");
      }
      if (!vectors.wants(word)) {
        json.skipChildren();
        continue;
      }
      float[] vector = new float[dimensions];
      int length = 0;
      while (json.nextToken() != JsonToken.END_ARRAY) {
        if (!json.currentToken().isNumeric()) {
          throw damaged(json, "the vector of '" + word + "' has values that are not numbers");
        }
        if (length < dimensions) {
          vector[length] = json.getFloatValue();
        }
        length++;
      }
      if (length < dimensions) {
        throw damaged(
            json, "the vector of '" + word + "' has " + length + " of " + dimensions + " numbers");
      }
      try {
        vectors.add(word, vector);
      } catch (VectorCollector.Refused e) {
        throw damaged(json, e.getMessage());
      }
    }
  }

  private TrainingException damaged(JsonParser json, String what) {
    return input.damagedByte(json.currentLocation().getByteOffset(), what);
  }
}
