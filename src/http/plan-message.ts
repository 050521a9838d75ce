import { type Budget, MAX_USD_BUDGET } from "../domain/budget.ts";
import { type HistoryTurn, recentHistory } from "../domain/conversation.ts";
import { AppError, failure } from "../domain/errors.ts";
import type { Resource, ResourceId } from "../domain/resources.ts";
import { err, ok, type Result } from "../domain/result.ts";
import { apply } from "../domain/run/apply.ts";
import { allowanceOf, reserve, stepCost } from "../domain/run/money.ts";
import { LANGUAGE_STEP_TIMEOUT_MS } from "../domain/run/policy.ts";
import { type SelectionOptions, selectionOptionsOf } from "../domain/selection.ts";
import { describeFault } from "../domain/telemetry/fault.ts";
import type { Allowance, StepUsage } from "../domain/usage.ts";
import type { PlanningReservation, TenantRpc } from "../rpc/index.ts";
import type { DryRun, PlanJob } from "../run/index.ts";
import type { DryRunOptions } from "../wiring/built.ts";
import type { Wiring } from "../wiring.ts";
import { attach, filesIn, type Pointing, readPointers } from "./pointers.ts";
import type { PlanBody } from "./schemas/requests.ts";
import { selectionOptionsFault } from "./selection-options-fault.ts";
import type { MessageWithFiles } from "./start-run.ts";

export interface PlanMessage extends Pointing {
  readonly message: PlanBody;
  /** What was said before, where there is no conversation with a log. */
  readonly history?: readonly HistoryTurn[];
  /** Stores the files that came with the request, once it is admitted; `message` lacks them. */
  readonly storeFiles?: () => Promise<MessageWithFiles<PlanBody>>;
  /** Nobody is there to answer a question back. */
  readonly isUnattended?: true;
  /** True where the caller has a Hugging Face token of their own. */
  readonly hasHfToken: boolean;
}

export interface PlannedMessage extends DryRun {
  /** What a run might spend, by its own budget and by what its key has left. */
  readonly budget: Budget;
}

/**
 * The dry run of a message. It is checked and planned as a run is, and admitted by the same limits: it counts against
 * the rate of its key, and its planning costs against the money that the key may spend. But no run is booked, no upload
 * is adopted, and no file that it refers to is kept.
 * @throws {AppError} `timeout`, or why a URL that must be fetched could not be
 */
export async function planMessage(
  wiring: Wiring,
  request: PlanMessage,
  signal: AbortSignal,
): Promise<Result<PlannedMessage>> {
  const { holder, message, hasHfToken } = request;
  const fault = selectionOptionsFault(wiring, message);
  if (fault) return err(fault);
  const admitted = await wiring.tenant(holder.tenant).admitPlanning({
    keyId: holder.keyId,
    budgetUsd: message.budget.usd ?? null,
    planningUsd: planningUsd(wiring, message),
  });
  if (!admitted.ok) return admitted;
  return withCostSettlement(wiring.tenant(holder.tenant), admitted.value, async (onUsage) => {
    const stored = request.storeFiles ? { ...request, ...(await request.storeFiles()) } : request;
    const job = await jobOf(wiring, stored);
    if (!job.ok) return job;
    const budget = admitted.value ? { ...message.budget, usd: admitted.value.budgetUsd } : message.budget;
    const limited = {
      ...job.value,
      given: message.repair === false ? asItStands(job.value.given) : job.value.given,
      ...{ budget, allowance: planningAllowance(budget, selectionOptionsOf(message)) },
      ...(request.isUnattended ? { isUnattended: true as const } : {}),
    };
    const work = (ended: AbortSignal) => wiring.dryRun(holder.tenant, limited, ended, { hasHfToken, onUsage });
    const planned = await inTime(signal, work);
    return planned.ok ? ok({ ...planned.value, budget }) : planned;
  });
}

type OnUsage = NonNullable<DryRunOptions["onUsage"]>;

/**
 * Plans, and settles the money reserved for it at what its calls cost, however it ends. If that is never reached, as
 * when this isolate is gone, the whole reservation counts as spent.
 */
async function withCostSettlement<T>(
  tenant: TenantRpc,
  reservation: PlanningReservation | null,
  plan: (onUsage: OnUsage) => Promise<T>,
): Promise<T> {
  let usage: StepUsage | null = null;
  try {
    return await plan((reported) => {
      usage = reported;
    });
  } finally {
    if (reservation) await settleCost(tenant, reservation, usage);
  }
}

async function settleCost(tenant: TenantRpc, { work }: PlanningReservation, usage: StepUsage | null): Promise<void> {
  try {
    await tenant.planningEnded(work, usage ? usage.usd : 0);
  } catch (thrown) {
    console.warn(
      "What planning cost could not be settled, and counts as all that was set aside:",
      describeFault(thrown),
    );
  }
}

const asItStands = (given: PlanJob["given"]): PlanJob["given"] =>
  given?.as === "wire" ? { as: "edited", json: given.json } : given;

/** The most that planning a message may cost, in US dollars. */
function planningUsd({ controllerChoice }: Wiring, { budget, ...message }: PlanBody): number {
  const options = selectionOptionsOf(message);
  const controller = options.controller ?? controllerChoice.first;
  const hasLanguageModel = controller !== "embedded" && controllerChoice.configured.some((name) => name !== "embedded");
  if (!hasLanguageModel) return 0;
  return planningAllowance({ ...budget, usd: budget.usd ?? MAX_USD_BUDGET }, options).usd ?? 0;
}

/** The allowance of the first attempt at planning in a run with this budget. */
function planningAllowance(budget: Budget, options: SelectionOptions): Allowance {
  const data = { run: "", text: "", attached: [], approval: "none", budget, ...options } as const;
  const begun = apply(null, { type: "run-start", seq: 1, at: 0, data });
  const cost = stepCost(begun, "plan");
  const state = cost ? apply(begun, { ...reserve("plan", 1, cost), seq: 2, at: 0 }) : begun;
  return allowanceOf(state, "plan");
}

async function jobOf(wiring: Wiring, request: PlanMessage): Promise<Result<PlanJob>> {
  const { holder, conversation, message } = request;
  const pointers = await readPointers(wiring, request);
  if (!pointers.ok) return pointers;
  const [elsewhere] = filesIn(pointers.value, "elsewhere");
  if (elsewhere !== undefined) {
    const why = "a file of another conversation is copied for a run, and nothing is stored here";
    return err(failure("not-found", `There is no resource ${elsewhere} for a plan alone: ${why}`));
  }
  const uploads = await findUploads(wiring, holder.tenant, filesIn(pointers.value, "upload"));
  if (!uploads.ok) return uploads;
  const log = await logOf(wiring, request);
  if (!log.ok) return log;
  const { text, plan } = message;
  const attached = pointers.value.flatMap((pointer) => attach(pointer, uploads.value));
  if (conversation) {
    const posted = { text, attached, ...selectionOptionsOf(message), ...(plan === undefined ? {} : { plan }) };
    return wiring.conversation(holder.tenant, conversation.part).dryRunJob(posted);
  }
  return ok({
    do: "plan",
    text,
    attached: attached.flatMap((one) => (one.by === "adoption" ? [one.resource] : [])),
    urls: attached.flatMap((one) => (one.by === "url" ? [one.url] : [])),
    log: log.value,
    known: log.value.flatMap((turn) => turn.resources),
    given: plan === undefined ? null : { as: "wire", json: plan },
    ...selectionOptionsOf(message),
  });
}

async function logOf(wiring: Wiring, { holder, history = [] }: PlanMessage): Promise<Result<PlanJob["log"]>> {
  const turns = recentHistory(history);
  const uploads = await findUploads(wiring, holder.tenant, [...new Set(turns.flatMap((turn) => turn.resources))]);
  if (!uploads.ok) return uploads;
  const of = (ids: readonly ResourceId[]): readonly Resource[] => uploads.value.filter(({ id }) => ids.includes(id));
  return ok(turns.map(({ role, text, resources }) => ({ role, text, resources: of(resources) })));
}

async function findUploads(
  wiring: Wiring,
  owner: string,
  ids: readonly ResourceId[],
): Promise<Result<readonly Resource[]>> {
  const tenant = wiring.tenant(owner);
  const found = await Promise.all(ids.map((id) => tenant.findUpload(id)));
  const missing = ids.find((_, place) => !found[place]);
  if (missing !== undefined)
    return err(failure("not-found", `There is no resource ${missing}; uploads expire after a day`));
  return ok(found.filter((upload) => upload !== null));
}

/** Does the work, for no longer than the planning of a run may take. @throws {AppError} `timeout` */
async function inTime<T>(signal: AbortSignal, work: (ended: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController();
  const fault = new AppError("timeout", `It took longer than ${LANGUAGE_STEP_TIMEOUT_MS / 1000} s`, {
    retryable: true,
  });
  const timer = setTimeout(() => late.abort(fault), LANGUAGE_STEP_TIMEOUT_MS);
  try {
    return await work(AbortSignal.any([signal, late.signal]));
  } finally {
    clearTimeout(timer);
  }
}
