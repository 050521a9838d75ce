/** The levels of MCP's log messages (RFC 5424 §6.2.1), the least severe first. */
export const LOG_LEVELS = [
  ...(["debug", "info", "notice", "warning"] as const),
  ...(["error", "critical", "alert", "emergency"] as const),
] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** True for a message that is at least as severe as what is wanted. */
export const isLogged = (level: LogLevel, wanted: LogLevel): boolean =>
  LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(wanted);
