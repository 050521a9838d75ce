import type { Schema } from "../schema.ts";

/**
 * Everything a conversation knows. `events` is the truth about its runs; `log`, `resources` and the
 * `end_status` are written in the same transaction as the events they follow from. What was done before is found in
 * the events by their fingerprints.
 */
const FIRST = `
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS runs (
  n INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL,
  message TEXT NOT NULL,
  end_status TEXT
);
CREATE INDEX IF NOT EXISTS open_runs ON runs (n) WHERE end_status IS NULL;
CREATE TABLE IF NOT EXISTS events (
  run TEXT NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL, type TEXT NOT NULL, data TEXT NOT NULL,
  PRIMARY KEY (run, seq)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS fingerprints ON events (json_extract(data, '$.fingerprint'), at) WHERE type = 'task-start';
CREATE TABLE IF NOT EXISTS log (
  n INTEGER PRIMARY KEY AUTOINCREMENT,
  run TEXT NOT NULL, role TEXT NOT NULL, text TEXT NOT NULL, at INTEGER NOT NULL, resources TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS resources (n INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, resource TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS timers (key TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS outbox (
  id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, payload TEXT NOT NULL, attempts INTEGER NOT NULL DEFAULT 0
);
`;

export const CONVERSATION_SCHEMA: Schema = {
  name: "conversation",
  migrations: [FIRST],
  unrecorded: { table: "meta", columns: [] },
};
