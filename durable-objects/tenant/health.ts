import {
  type CallOutcome,
  type EndpointCall,
  type EndpointHealth,
  type EndpointName,
  HEALTH_WINDOW_MS,
  healthOf,
  remember,
} from "../../src/domain/experts.ts";
import { OwnModels } from "./own-models.ts";

/** Endpoints that are remembered, by task type; the one that was called the longest ago goes. */
export const MAX_ENDPOINTS = 500;

/** The recent outcomes of calls, for each endpoint that the tenant's runs called. */
export class HealthRecords {
  readonly #sql: SqlStorage;
  readonly #models: OwnModels;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    this.#models = new OwnModels(sql);
  }

  /** Takes note of calls; being told of them again changes nothing. */
  record(calls: readonly EndpointCall[], now: number): void {
    const byEndpoint = Map.groupBy(
      calls.filter((call) => this.#isOfNow(call)),
      ({ provider, model, taskType }) => JSON.stringify([provider, model, taskType]),
    );
    for (const [first, ...rest] of byEndpoint.values()) if (first) this.#merge(first, [first, ...rest], now);
    if (byEndpoint.size > 0) this.#forgetOldest();
  }

  /** Of what was called within the window, in a stable order. */
  all(now: number): readonly EndpointHealth[] {
    type Row = { provider: EndpointName["provider"]; model: string; task_type: string; outcomes: string };
    const query = `SELECT provider, model, task_type, outcomes FROM health WHERE called_at > ?
      ORDER BY provider, model, task_type`;
    const rows = this.#sql.exec<Row>(query, now - HEALTH_WINDOW_MS).toArray();
    return rows.flatMap(({ provider, model, task_type: taskType, outcomes }) => {
      const health = healthOf(read(outcomes), now);
      return health ? [{ provider, model, taskType, ...health }] : [];
    });
  }

  /** Drops the record of an endpoint, as another one has its name from now on. */
  forget({ provider, model, taskType }: EndpointName): void {
    const query = "DELETE FROM health WHERE provider = ? AND model = ? AND task_type = ?";
    this.#sql.exec(query, provider, model, taskType);
  }

  /** A run may end after a model of the tenant's own that it called was replaced: its calls say nothing of the new one. */
  #isOfNow({ provider, model, taskType, version, at }: EndpointCall): boolean {
    const own = provider === "custom" ? this.#models.find(model, taskType) : null;
    return own === null || (at >= own.addedAt && (version === undefined || version === own.endpoint.version));
  }

  #merge({ provider, model, taskType }: EndpointName, told: readonly CallOutcome[], now: number): void {
    const name = [provider, model, taskType];
    const query = "SELECT outcomes FROM health WHERE provider = ? AND model = ? AND task_type = ?";
    const [row] = this.#sql.exec<{ outcomes: string }>(query, ...name).toArray();
    const outcomes = remember(row ? read(row.outcomes) : [], told, now);
    const [newest] = outcomes;
    if (!newest) return;
    this.#sql.exec(
      "INSERT OR REPLACE INTO health (provider, model, task_type, outcomes, called_at) VALUES (?, ?, ?, ?, ?)",
      ...name,
      write(outcomes),
      newest.at,
    );
  }

  #forgetOldest(): void {
    const oldest = "SELECT provider, model, task_type FROM health ORDER BY called_at DESC LIMIT -1 OFFSET ?";
    this.#sql.exec(`DELETE FROM health WHERE (provider, model, task_type) IN (${oldest})`, MAX_ENDPOINTS);
  }
}

/** Without the names of their fields, as there are fifty in a row. */
type Written = readonly (readonly [id: string, at: number, tookMs: number | null])[];

const write = (outcomes: readonly CallOutcome[]): string =>
  JSON.stringify(outcomes.map(({ id, at, tookMs }) => [id, at, tookMs]) satisfies Written);

const read = (text: string): readonly CallOutcome[] =>
  (JSON.parse(text) as Written).map(([id, at, tookMs]) => ({ id, at, tookMs }));
