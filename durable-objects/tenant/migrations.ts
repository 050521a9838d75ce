import type { Schema } from "../schema.ts";

/**
 * What a tenant keeps. Until 2026-11 bookings of runs under an idempotency key stood in `booked_runs`, and uploads had no
 * account of their bytes. In `parked_deliveries`, `conversation` is the own part of the id of the conversation or goal that
 * keeps the delivery.
 */
const FIRST = `
CREATE TABLE IF NOT EXISTS idempotency (
  key TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, conversation TEXT NOT NULL, run TEXT NOT NULL, at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS active_runs (run TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS bookings (
  run TEXT PRIMARY KEY, key TEXT, conversation TEXT NOT NULL, effects TEXT NOT NULL, requests INTEGER NOT NULL,
  has_ended INTEGER NOT NULL, at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS bookings_by_age ON bookings (at);
CREATE INDEX IF NOT EXISTS bookings_by_conversation ON bookings (conversation);
CREATE TABLE IF NOT EXISTS booked_runs (
  run TEXT PRIMARY KEY, key TEXT NOT NULL, requests INTEGER NOT NULL, has_ended INTEGER NOT NULL, at INTEGER NOT NULL
) WITHOUT ROWID;
INSERT OR IGNORE INTO bookings (run, key, conversation, effects, requests, has_ended, at)
  SELECT old.run, old.key, kept.conversation, '{"opened":false,"adopted":[]}', old.requests, old.has_ended, old.at
  FROM booked_runs AS old JOIN idempotency AS kept ON kept.run = old.run;
DROP TABLE booked_runs;
CREATE TABLE IF NOT EXISTS conversations (
  place INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, created_at INTEGER NOT NULL, title TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS goals (
  place INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, created_at INTEGER NOT NULL, title TEXT NOT NULL,
  uploads TEXT NOT NULL, is_open INTEGER NOT NULL, status TEXT NOT NULL, key TEXT, fingerprint TEXT
);
CREATE TABLE IF NOT EXISTS unbegun_goals (id TEXT PRIMARY KEY, opened_at INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS open_goals ON goals (place) WHERE is_open = 1;
CREATE INDEX IF NOT EXISTS goals_by_key ON goals (key) WHERE key IS NOT NULL;
CREATE TABLE IF NOT EXISTS health (
  provider TEXT NOT NULL, model TEXT NOT NULL, task_type TEXT NOT NULL, outcomes TEXT NOT NULL,
  called_at INTEGER NOT NULL, PRIMARY KEY (provider, model, task_type)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS health_by_call ON health (called_at);
CREATE TABLE IF NOT EXISTS hooks (
  place INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, facts TEXT NOT NULL, sealed_secrets TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS hook_deliveries (
  place INTEGER PRIMARY KEY AUTOINCREMENT, hook TEXT NOT NULL, delivery TEXT NOT NULL, digest TEXT NOT NULL,
  at INTEGER NOT NULL, UNIQUE (hook, delivery)
);
CREATE INDEX IF NOT EXISTS hook_deliveries_by_digest ON hook_deliveries (hook, digest);
CREATE TABLE IF NOT EXISTS hook_conversations (
  place INTEGER PRIMARY KEY AUTOINCREMENT, hook TEXT NOT NULL, key TEXT NOT NULL, conversation TEXT NOT NULL,
  UNIQUE (hook, key)
);
CREATE TABLE IF NOT EXISTS looked_through (
  id INTEGER PRIMARY KEY CHECK (id = 1), place INTEGER NOT NULL, next_at INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS key_runs (run TEXT PRIMARY KEY, key_id TEXT NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS key_runs_by_key ON key_runs (key_id);
CREATE TABLE IF NOT EXISTS key_spending (
  key_id TEXT NOT NULL, day INTEGER NOT NULL, usd REAL NOT NULL, PRIMARY KEY (key_id, day)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS key_reservations (
  work TEXT NOT NULL, day INTEGER NOT NULL, key_id TEXT NOT NULL, usd REAL NOT NULL, expires_at INTEGER NOT NULL,
  PRIMARY KEY (work, day)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS key_reservations_by_key ON key_reservations (key_id, day);
CREATE TABLE IF NOT EXISTS revoked_keys (key_id TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS keys (
  id TEXT PRIMARY KEY, name TEXT NOT NULL DEFAULT '', created_at INTEGER, used_at INTEGER, limits TEXT
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS log_levels (session TEXT PRIMARY KEY, level TEXT NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS log_levels_by_age ON log_levels (at);
CREATE TABLE IF NOT EXISTS own_models (
  model TEXT NOT NULL, task_type TEXT NOT NULL, facts TEXT NOT NULL, sealed_headers TEXT, PRIMARY KEY (model, task_type)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS uploads (id TEXT PRIMARY KEY, resource TEXT, expires_at INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS uploads_by_expiry ON uploads (expires_at);
CREATE TABLE IF NOT EXISTS adoptions (
  upload TEXT NOT NULL, conversation TEXT NOT NULL, PRIMARY KEY (upload, conversation)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS webhook_endpoints (
  n INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, facts TEXT NOT NULL,
  sealed_secret TEXT NOT NULL, sealed_old_secret TEXT
);
CREATE TABLE IF NOT EXISTS parked_deliveries (
  place INTEGER PRIMARY KEY AUTOINCREMENT, conversation TEXT NOT NULL, own TEXT NOT NULL UNIQUE,
  delivery TEXT NOT NULL, ended_at INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS parked_in_conversation ON parked_deliveries (conversation);
CREATE TABLE IF NOT EXISTS storage (
  id TEXT PRIMARY KEY, conversation TEXT, bytes INTEGER NOT NULL, is_reserved INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS storage_by_conversation ON storage (conversation);
INSERT OR IGNORE INTO storage (id, conversation, bytes, is_reserved)
  SELECT id, NULL, json_extract(resource, '$.bytes'), 0 FROM uploads
  WHERE resource IS NOT NULL AND NOT EXISTS (SELECT 1 FROM storage);
`;

export const TENANT_SCHEMA: Schema = {
  name: "tenant",
  migrations: [FIRST],
  unrecorded: {
    table: "uploads",
    columns: [
      // Bookings are kept for a day, and there were none such after the 23rd of November 2026.
      { table: "bookings", column: "conversation", definition: "TEXT NOT NULL DEFAULT ''" },
      {
        ...{ table: "goals", column: "status", definition: "TEXT NOT NULL DEFAULT 'refining'" },
        // How one had ended was not written down here: its own record says so.
        fill: "UPDATE goals SET status = 'partial' WHERE is_open = 0",
      },
    ],
  },
};

/**
 * The partitions that a tenant's object has heard of, since when, and what each has stored, as it last told. These tables
 * are made with the first of them: a tenant that is never divided stays as it was.
 */
const PARTITIONS = `
CREATE TABLE partitions (
  partition TEXT PRIMARY KEY, since INTEGER NOT NULL, stored_bytes INTEGER NOT NULL
) WITHOUT ROWID;
`;

export const PARTITIONS_SCHEMA: Schema = { name: "partitions", migrations: [PARTITIONS] };
