import { openAsBlob } from "node:fs";
import { fileURLToPath } from "node:url";
import { ApiError, type Client } from "../../../src/client/client.ts";
import { AppError } from "../../../src/domain/errors.ts";
import type { Binding, Plan, SingleBinding } from "../../../src/domain/plan.ts";
import { createOntology, type Ontology } from "../../../src/domain/task-types/index.ts";
import { writePlan } from "../../../src/planning/index.ts";
import { planJob } from "../../labelled/plan-job.ts";
import type { PlannedRequest } from "../../labelled/plan-labelled.ts";
import { createPatience, type Patience } from "../../patience.ts";
import type { MuseRow } from "../../requests/row.ts";
import { canBeDone, type Output, outputOf } from "./output.ts";

const FILES = new URL("../../muse/files/", import.meta.url);

/** The embedded experts take seconds; a slow deployment gets the time that a person would wait. */
const RUN_TIMEOUT_MS = 180_000;

interface Server {
  readonly client: Client;
  readonly progress: (done: number, total: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Runs the plans of all requests that the server has experts for, one after the other, and judges what came out.
 * @returns what came of each request that could be done there; `null` where there was no plan to run.
 * @throws {DataError} when the server does nothing but refuse. @throws {ApiError} when it does not answer at all.
 */
export async function runPlans(
  planned: readonly PlannedRequest<MuseRow>[],
  { client, progress, signal }: Server,
): Promise<ReadonlyMap<MuseRow, Output | null>> {
  const types = await client.taskTypes({ signal });
  const served = new Set(types.filter(({ endpoints }) => endpoints.length > 0).map(({ name }) => name));
  const doable = planned.filter(({ row }) => canBeDone(row, served));
  const means = {
    client,
    signal,
    ontology: createOntology(),
    upload: uploader(client, signal),
    patience: createPatience(),
  };
  const outputs = new Map<MuseRow, Output | null>();
  progress(0, doable.length);
  for (const { row, planning } of doable) {
    outputs.set(row, planning.answer.as === "plan" ? await runPlan(row, planning.answer.plan, means) : null);
    progress(outputs.size, doable.length);
  }
  return outputs;
}

interface Means {
  readonly client: Client;
  readonly signal: AbortSignal;
  readonly ontology: Ontology;
  readonly upload: (file: string) => Promise<string>;
  readonly patience: Patience;
}

async function runPlan(row: MuseRow, plan: Plan, means: Means): Promise<Output> {
  const { client, ontology, upload, patience } = means;
  const signal = AbortSignal.any([means.signal, AbortSignal.timeout(RUN_TIMEOUT_MS)]);
  try {
    const resources = await Promise.all(row.files.map(upload));
    const real = new Map(planJob(row).attached.map(({ id }, place) => [id, resources[place] ?? id]));
    const wire = writePlan(withResources(plan, real), ontology);
    const budget = { timeMs: RUN_TIMEOUT_MS };
    const { id } = await client.start({ text: row.request, resources, plan: wire, budget }, { signal });
    const run = await client.wait(id, { signal });
    patience.succeeded();
    return outputOf(run, row);
  } catch (error) {
    means.signal.throwIfAborted();
    patience.failed(toAppError(error, signal));
    return "error";
  }
}

/** Puts each file on the server once, and gives its id there. */
function uploader(client: Client, signal: AbortSignal): Means["upload"] {
  const ids = new Map<string, Promise<string>>();
  const upload = async (file: string): Promise<string> =>
    (await client.upload(await openAsBlob(fileURLToPath(new URL(file, FILES))), { name: file }, { signal })).id;
  return (file) => {
    const id = ids.get(file) ?? upload(file);
    ids.set(file, id);
    return id;
  };
}

/** The plan was made for stand-ins of the files; this is the same over what was uploaded. */
function withResources(plan: Plan, real: ReadonlyMap<string, string>): Plan {
  const single = (binding: SingleBinding): SingleBinding =>
    binding.from === "resource" ? { ...binding, resource: real.get(binding.resource) ?? binding.resource } : binding;
  const bind = (binding: Binding): Binding =>
    binding.from === "list" ? { ...binding, items: binding.items.map(single) } : single(binding);
  return {
    tasks: plan.tasks.map((task) => ({
      ...task,
      args: Object.fromEntries(Object.entries(task.args).map(([port, binding]) => [port, bind(binding)])),
    })),
  };
}

/** @throws what is a fault in the code, and no answer of the server. */
function toAppError(error: unknown, signal: AbortSignal): AppError {
  if (signal.aborted) return new AppError("timeout", `A run did not end within ${RUN_TIMEOUT_MS / 1000} s`);
  if (error instanceof ApiError) return new AppError("provider-unavailable", `The server says: ${error.detail}`);
  throw error;
}
