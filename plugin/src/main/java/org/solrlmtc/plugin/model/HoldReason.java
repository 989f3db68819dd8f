package org.solrlmtc.plugin.model;

/** Why a core holds a model open. A later one counts for more. */
enum HoldReason {
  /** A request that may only read named it. */
  ASKED_FOR,
  /** Somebody who may edit the configuration loaded it. */
  LOADED,
  /** The core's configuration names it. */
  CONFIGURED
}
