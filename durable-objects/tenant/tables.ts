import { ADMISSIONS_SCHEMA } from "./admissions.ts";
import { CONVERSATIONS_SCHEMA } from "./conversations.ts";
import { GOALS_SCHEMA } from "./goals.ts";
import { HEALTH_SCHEMA } from "./health.ts";
import { HOOKS_SCHEMA } from "./hooks.ts";
import { IDLE_CONVERSATIONS_SCHEMA } from "./idle-conversations.ts";
import { KEY_LIMITS_SCHEMA } from "./key-limits.ts";
import { KEYS_SCHEMA } from "./keys.ts";
import { LOG_LEVELS_SCHEMA } from "./log-levels.ts";
import { OWN_MODELS_SCHEMA } from "./own-models.ts";
import { STORAGE_SCHEMA } from "./storage.ts";
import { UPLOADS_SCHEMA } from "./uploads.ts";
import { WEBHOOKS_SCHEMA } from "./webhooks.ts";

const SCHEMA = [
  ...[ADMISSIONS_SCHEMA, CONVERSATIONS_SCHEMA, GOALS_SCHEMA, HEALTH_SCHEMA, HOOKS_SCHEMA],
  ...[
    IDLE_CONVERSATIONS_SCHEMA,
    KEY_LIMITS_SCHEMA,
    KEYS_SCHEMA,
    LOG_LEVELS_SCHEMA,
    OWN_MODELS_SCHEMA,
    UPLOADS_SCHEMA,
    WEBHOOKS_SCHEMA,
    STORAGE_SCHEMA,
  ],
].join("");

/** The tables of a tenant, all made with the first thing that it keeps. */
export class Tables {
  readonly #sql: SqlStorage;
  #ready = false;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Asking about a tenant that has nothing writes nothing; one that has something gets the tables that came since. */
  exist(): boolean {
    if (this.#ready) return true;
    const tables = this.#sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'uploads'").toArray();
    if (tables.length > 0) this.#create();
    return this.#ready;
  }

  /** Sees to it that they are there. */
  prepare(): void {
    if (!this.exist()) this.#create();
  }

  #create(): void {
    this.#sql.exec(SCHEMA);
    this.#ready = true;
  }
}
