import type { Schema } from "../schema.ts";

/**
 * What a partition keeps: the same as a tenant's object of its conversations and their runs, and in `told_tenant` the
 * runs and conversations of which that object keeps something too.
 */
const FIRST = `
CREATE TABLE idempotency (
  key TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, conversation TEXT NOT NULL, run TEXT NOT NULL, at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE active_runs (run TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE bookings (
  run TEXT PRIMARY KEY, key TEXT, conversation TEXT NOT NULL, effects TEXT NOT NULL, requests INTEGER NOT NULL,
  has_ended INTEGER NOT NULL, at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX bookings_by_age ON bookings (at);
CREATE INDEX bookings_by_conversation ON bookings (conversation);
CREATE TABLE conversations (
  place INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, created_at INTEGER NOT NULL, title TEXT NOT NULL
);
CREATE TABLE looked_through (
  id INTEGER PRIMARY KEY CHECK (id = 1), place INTEGER NOT NULL, next_at INTEGER NOT NULL
);
CREATE TABLE storage (
  id TEXT PRIMARY KEY, conversation TEXT, bytes INTEGER NOT NULL, is_reserved INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX storage_by_conversation ON storage (conversation);
CREATE TABLE told_tenant (id TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX told_tenant_by_age ON told_tenant (at);
`;

export const PARTITION_SCHEMA: Schema = { name: "partition", migrations: [FIRST] };
