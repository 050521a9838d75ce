import type { Wiring } from "../../src/wiring.ts";
import { type Chore, LOOK_THROUGH_MS } from "./sweep.ts";

const MAX_LOOKED_AT = 50;

interface Entry {
  readonly place: number;
  readonly id: string;
}

interface Surroundings {
  readonly tenant: string;
  readonly wiring: Pick<Wiring, "ids" | "conversation">;
  closeConversation(id: string): Promise<void>;
}

/**
 * Conversations go by an alarm of their own once they have been idle for long. Two kinds have none: those that never
 * got a message, which the index alone knows, and those from before the deployment was told how long to keep. This
 * looks through the index for them, from its old end to its new one and over again.
 */
export class IdleConversations implements Chore {
  readonly #sql: SqlStorage;
  readonly #idleMs: number | null;
  readonly #around: Surroundings;

  /** @param idleMs null where conversations stay until they are deleted */
  constructor(sql: SqlStorage, idleMs: number | null, around: Surroundings) {
    this.#sql = sql;
    this.#idleMs = idleMs;
    this.#around = around;
  }

  /** True where there may ever be something to do. */
  mayCome(): boolean {
    return this.#idleMs !== null && this.#sql.exec("SELECT 1 FROM conversations LIMIT 1").toArray().length > 0;
  }

  dueInMs(): number | null {
    return this.mayCome() ? LOOK_THROUGH_MS : null;
  }

  /** Looks at the next few. @returns whether there are more of that age */
  async run(now: number): Promise<boolean> {
    const { place, next_at: nextAt } = this.#lookedThrough();
    if (this.#idleMs === null || now < nextAt) return false;
    const entries = this.#next(place, now - this.#idleMs);
    for (const { id } of entries) if (await this.#goIfEmpty(id)) await this.#around.closeConversation(id);
    const hasMore = entries.length === MAX_LOOKED_AT;
    const query = "INSERT OR REPLACE INTO looked_through (id, place, next_at) VALUES (1, ?, ?)";
    this.#sql.exec(query, hasMore ? (entries.at(-1)?.place ?? 0) : 0, hasMore ? now : now + LOOK_THROUGH_MS);
    return hasMore;
  }

  /** Has the conversation see to its own end; true for one that holds nothing, and is gone now. */
  async #goIfEmpty(id: string): Promise<boolean> {
    const { tenant, wiring } = this.#around;
    const part = await wiring.ids.readConversation(tenant, id);
    return part === null || wiring.conversation(tenant, part).goIfEmpty();
  }

  #lookedThrough(): { readonly place: number; readonly next_at: number } {
    type Row = { place: number; next_at: number };
    return this.#sql.exec<Row>("SELECT place, next_at FROM looked_through").toArray()[0] ?? { place: 0, next_at: 0 };
  }

  #next(after: number, before: number): readonly Entry[] {
    const query = "SELECT place, id FROM conversations WHERE created_at <= ? AND place > ? ORDER BY place LIMIT ?";
    return this.#sql.exec<{ place: number; id: string }>(query, before, after, MAX_LOOKED_AT).toArray();
  }
}
