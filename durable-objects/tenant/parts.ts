import { UNLIMITED } from "../../src/domain/api-key.ts";
import { PARTITIONS, shareOf } from "../../src/domain/partitions.ts";
import type { Built } from "../../src/wiring/built.ts";
import { Tables } from "../tables.ts";
import { Admissions, type Limits } from "./admissions.ts";
import { AfterGoals } from "./after-goals.ts";
import { AfterRuns } from "./after-runs.ts";
import { Conversations } from "./conversations.ts";
import { Deletion } from "./deletion.ts";
import { ExpiredUploads } from "./expired-uploads.ts";
import { GoalAdmission } from "./goal-admission.ts";
import { Goals } from "./goals.ts";
import { HealthRecords } from "./health.ts";
import { Hooks } from "./hooks.ts";
import { IdleConversations } from "./idle-conversations.ts";
import { KeyRuns } from "./key-limits.ts";
import { Keys } from "./keys.ts";
import { LogLevels } from "./log-levels.ts";
import { PARTITIONS_SCHEMA, TENANT_SCHEMA } from "./migrations.ts";
import { OwnModels } from "./own-models.ts";
import { Partitions } from "./partitions.ts";
import { RunAdmission } from "./run-admission.ts";
import { Storage } from "./storage.ts";
import { Sweep } from "./sweep.ts";
import { Uploads } from "./uploads.ts";
import { Webhooks } from "./webhooks.ts";

export type TenantParts = ReturnType<typeof tenantParts>;

/** What a tenant's object is made of, each part with what it needs of the others. */
export function tenantParts({ id, storage: { sql }, storage: disk }: DurableObjectState, wiring: Built) {
  const around = { tenant: id.name ?? "", wiring };
  const { deployment, retention } = wiring.config;
  const { limits } = deployment;
  const tables = new Tables(disk, TENANT_SCHEMA, PARTITIONS_SCHEMA);
  const partitions = new Partitions(sql, tables, {
    rpcOf: (partition) => wiring.partition(around.tenant, partition),
    expected: limits.partitioned ? PARTITIONS : [],
  });
  const conversations = new Conversations(sql, 0);
  const goals = new Goals(sql);
  const keys = new Keys(sql);
  const keyRuns = new KeyRuns(sql, (keyId) => (tables.exist() ? keys.limits(keyId) : UNLIMITED));
  const admissions = new Admissions(sql, limits.partitioned ? ownShareOf(limits) : limits, keyRuns);
  const uploads = new Uploads(sql);
  const storage = new Storage(sql, limits.storageBytes, () => partitions.storedBytes());
  const hooks = new Hooks(sql);
  const webhooks = new Webhooks(sql);
  const deletion: Deletion = new Deletion({
    ...{ conversations, goals, storage, uploads },
    deleteFiles: (ids) => wiring.resources.remove(around.tenant, ids),
    armSweep: () => sweep.arm(),
  });
  const runAdmission = new RunAdmission({ admissions, conversations, deletion, hooks, storage, uploads, webhooks });
  const idle = new IdleConversations(sql, retention.idleMs, {
    ...{ ...around, closeConversation: (conversation) => deletion.closeConversation(conversation) },
  });
  const sweep = new Sweep(disk, [
    keyRuns,
    webhooks,
    new ExpiredUploads(uploads, deletion),
    new AfterRuns({ ...around, admissions, abandonLost: (run) => runAdmission.abandonLost(run) }),
    new AfterGoals({ ...around, goals, closeGoal: (goal) => deletion.closeGoal(goal) }),
    idle,
  ]);
  return {
    ...{ tables, partitions, conversations, goals, keys, keyRuns, admissions, uploads, storage, hooks, webhooks },
    ...{ deletion, runAdmission, idle, sweep },
    goalAdmission: new GoalAdmission({ admissions, goals, uploads, webhooks }),
    models: new OwnModels(sql),
    logLevels: new LogLevels(sql),
    health: new HealthRecords(sql),
  };
}

/** What the object of a divided tenant admits itself within, beside its partitions. */
const ownShareOf = (limits: Limits): Limits => ({
  ...{ ...limits, runsPerMinute: shareOf(limits.runsPerMinute), activeRuns: shareOf(limits.activeRuns) },
  ...{ isShare: true, exceptPartitions: true },
});
