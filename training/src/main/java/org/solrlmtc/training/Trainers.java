package org.solrlmtc.training;

import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.solrlmtc.training.execution.TrainingException;

/** All trainers on the class path, by method. */
public final class Trainers {
  private Trainers() {}

  static Map<String, Trainer> byMethod() {
    Map<String, Trainer> trainers = new TreeMap<>();
    ServiceLoader.load(Trainer.class, Trainers.class.getClassLoader())
        .forEach(trainer -> trainers.put(trainer.method(), trainer));
    return trainers;
  }

  /**
   * The trainer of a method.
   *
   * @param wanted who asks for it, for the message
   * @throws TrainingException naming the known methods
   */
  public static Trainer of(String method, String wanted) {
    Map<String, Trainer> trainers = byMethod();
    Trainer trainer = trainers.get(method);
    if (trainer == null) {
      throw new TrainingException(
          wanted
              + " asks for the unknown method '"
              + method
              + "'; known methods: "
              + String.join(", ", trainers.keySet()));
    }
    return trainer;
  }
}
