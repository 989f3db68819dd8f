package org.solrlmtc.plugin.model;

/** Why a core holds a model open, from the weakest reason to the strongest. */
enum HoldReason {
  /** A request with read permission named it. */
  ON_DEMAND,
  /** The action {@code load} opened it, which needs permission to edit the configuration. */
  LOADED,
  /** The core's configuration names it. */
  CONFIGURED
}
