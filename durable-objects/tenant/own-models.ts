import { failure } from "../../src/domain/errors.ts";
import { MAX_OWN_MODELS, type OwnModel, type SealedOwnModel } from "../../src/domain/own-models.ts";
import { err, ok, type Result } from "../../src/domain/result.ts";
import type { AddedModel } from "../../src/rpc/index.ts";

interface Row {
  readonly [column: string]: SqlStorageValue;
  readonly facts: string;
  readonly sealed_headers: string | null;
}

/** The models that a tenant added for itself. Rows hold what this class wrote, so they are parsed and not checked. */
export class OwnModels {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Adds it, or puts it in the place of the one with its id and task type. */
  add(added: SealedOwnModel): Result<AddedModel> {
    const { sealedHeaders, ...model } = added;
    const { model: id, taskType } = model.endpoint;
    const replaced = this.find(id, taskType) !== null;
    if (!replaced && this.#count() >= MAX_OWN_MODELS) {
      return err(failure("conflict", `There are ${MAX_OWN_MODELS} models of your own: remove one first`));
    }
    this.#sql.exec(
      "INSERT OR REPLACE INTO own_models (model, task_type, facts, sealed_headers) VALUES (?, ?, ?, ?)",
      id,
      taskType,
      JSON.stringify(model),
      sealedHeaders,
    );
    return ok({ replaced });
  }

  /** Removes it for one task type, or with null for all; gives the task types it was removed from. */
  remove(model: string, taskType: string | null): readonly string[] {
    const query = "DELETE FROM own_models WHERE model = ? AND task_type = ifnull(?, task_type) RETURNING task_type";
    const removed = this.#sql.exec<{ task_type: string }>(query, model, taskType);
    return removed.toArray().map((row) => row.task_type);
  }

  find(model: string, taskType: string): SealedOwnModel | null {
    const query = "SELECT facts, sealed_headers FROM own_models WHERE model = ? AND task_type = ?";
    const [row] = this.#sql.exec<Row>(query, model, taskType).toArray();
    return row ? { ...(JSON.parse(row.facts) as OwnModel), sealedHeaders: row.sealed_headers } : null;
  }

  /** In the order of their ids. */
  all(): readonly OwnModel[] {
    const rows = this.#sql.exec<{ facts: string }>("SELECT facts FROM own_models ORDER BY model, task_type");
    return rows.toArray().map((row) => JSON.parse(row.facts) as OwnModel);
  }

  #count(): number {
    return this.#sql.exec<{ n: number }>("SELECT count(*) AS n FROM own_models").one().n;
  }
}
