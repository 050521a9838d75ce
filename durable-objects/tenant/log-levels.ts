import type { LogLevel } from "../../src/domain/log-level.ts";

/** Sessions of one tenant whose level is kept: no tenant has as many clients at once. */
const MAX_SESSIONS = 1_000;

/** What clients of MCP before 2026-07-28 want to be told of, by the session that they name. */
export class LogLevels {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Past `MAX_SESSIONS`, the one that was set longest ago is forgotten. */
  set(session: string, level: LogLevel, now: number): void {
    this.#sql.exec("INSERT OR REPLACE INTO log_levels (session, level, at) VALUES (?, ?, ?)", session, level, now);
    const old = "SELECT session FROM log_levels ORDER BY at DESC LIMIT -1 OFFSET ?";
    this.#sql.exec(`DELETE FROM log_levels WHERE session IN (${old})`, MAX_SESSIONS);
  }

  /** Null where the session has set none. */
  find(session: string): LogLevel | null {
    const query = "SELECT level FROM log_levels WHERE session = ?";
    return this.#sql.exec<{ level: LogLevel }>(query, session).toArray()[0]?.level ?? null;
  }
}
