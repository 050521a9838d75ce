import type { Schema } from "../schema.ts";

/**
 * Made with the first run or goal that anybody is to be told of, whose public id `run` holds. `due_at` is of the next try,
 * or when what is over is dropped.
 */
const FIRST = `
CREATE TABLE IF NOT EXISTS webhook_subscribers (
  n INTEGER PRIMARY KEY AUTOINCREMENT, run TEXT NOT NULL, subscriber TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS subscribers_of_run ON webhook_subscribers (run);
CREATE TABLE IF NOT EXISTS webhook_deliveries (
  n INTEGER PRIMARY KEY AUTOINCREMENT, own TEXT NOT NULL UNIQUE, subscriber INTEGER NOT NULL, target TEXT NOT NULL,
  run TEXT NOT NULL, type TEXT NOT NULL, at INTEGER NOT NULL, facts TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'pending', tries INTEGER NOT NULL DEFAULT 0, due_at INTEGER NOT NULL,
  ended_at INTEGER, last_status INTEGER, last_error TEXT
);
CREATE INDEX IF NOT EXISTS due_deliveries ON webhook_deliveries (state, due_at);
CREATE INDEX IF NOT EXISTS deliveries_of_run ON webhook_deliveries (run);
`;

export const WEBHOOKS_SCHEMA: Schema = {
  name: "webhooks",
  migrations: [FIRST],
  unrecorded: { table: "webhook_deliveries", columns: [] },
};
