import { CONTROLLER_NEEDS } from "../config/controllers.ts";
import type { KeyHolder } from "../domain/api-key.ts";
import { failure } from "../domain/errors.ts";
import { MIN_INSTRUCTED_PARAMETERS } from "../domain/experts.ts";
import { canonicalName } from "../domain/goal/step.ts";
import { MAX_RESOURCE_BYTES, type Resource, type ResourceId } from "../domain/resources.ts";
import { err, ok, type Result } from "../domain/result.ts";
import { type SystemFacts, switchesInWords } from "../domain/system-facts.ts";
import { describeFault } from "../domain/telemetry/fault.ts";
import type { GoalOpening, GoalRecord, OpenedGoal } from "../rpc/goals.ts";
import type { Wiring } from "../wiring.ts";
import { copiesOf, FileNames } from "./adoptable-files.ts";
import { filesIn, type Pointer, readPointers } from "./pointers.ts";
import type { GoalBody } from "./schemas/goals.ts";
import { selectionOptionsFault } from "./selection-options-fault.ts";
import { titleOf } from "./start-run.ts";
import { storeUpload } from "./store-upload.ts";
import { subscribersOf, vetReceiver } from "./webhooks/subscribe.ts";

export interface GoalRequest {
  readonly holder: KeyHolder;
  readonly body: GoalBody;
  readonly idempotency: GoalOpening["idempotency"];
  /** Of the server, as the caller knows it: the beginning of links in webhooks. */
  readonly origin: string;
  /** Ends the fetching of files. */
  readonly signal: AbortSignal;
}

interface BegunGoal {
  readonly record: GoalRecord;
  /** True when the goal exists since an earlier request with the same idempotency key. */
  readonly replayed: boolean;
}

/** The task type that does all that a goal needs a language model for. */
const WRITING = "text-generation";

/** Whether a language model can be had that is large enough to break a goal down. */
export const canPursueGoals = (facts: SystemFacts): boolean => facts.isInstructed(WRITING);

/**
 * Begins a goal:
 * 1. checks that a language model can be had, the options, and the files and URLs that it refers to;
 * 2. stores what URLs name and copies of files of conversations, as uploads, unless an earlier request under its key did;
 * 3. has the tenant open the goal, under the limits of its key;
 * 4. starts it, with whoever is to be told of it.
 * Every step may be repeated, so a request that was cut off is completed by a repeat under the same key.
 */
export async function startGoal(wiring: Wiring, request: GoalRequest): Promise<Result<BegunGoal>> {
  const { holder, body } = request;
  const facts = await wiring.facts(holder.tenant);
  if (!canPursueGoals(facts)) return err(failure("no-model", whatToSet(facts)));
  const fault = selectionOptionsFault(wiring, body);
  if (fault) return err(fault);
  const message = { resources: body.resources, plan: undefined };
  const given = await readPointers(wiring, { holder, conversation: null, message });
  if (!given.ok) return given;

  const stores = given.value.some(({ to }) => to !== "upload");
  const earlier =
    stores && request.idempotency ? await wiring.tenant(holder.tenant).openedGoal(request.idempotency) : ok(null);
  if (!earlier.ok) return earlier;
  if (earlier.value) return begin(wiring, request, earlier.value);
  return withStored(wiring, holder, async (stored) => {
    const uploads = await uploadsOf(wiring, request, given.value, stored);
    if (!uploads.ok) return uploads;
    const opened = await open(wiring, request, uploads.value);
    return opened.ok ? begin(wiring, request, opened.value) : opened;
  });
}

/**
 * Begins a goal with files that are stored for this request alone, and deletes those where no goal has them in the end: it
 * is refused, or an earlier request began it, with files of its own.
 * @param begin gets the list that it adds the uploads to which it stores
 */
export async function withStored(
  wiring: Wiring,
  { tenant }: KeyHolder,
  begin: (stored: ResourceId[]) => Promise<Result<BegunGoal>>,
): Promise<Result<BegunGoal>> {
  const stored: ResourceId[] = [];
  let begun: Result<BegunGoal> | null = null;
  try {
    begun = await begin(stored);
    return begun;
  } finally {
    const isUnused = !begun?.ok || begun.value.replayed;
    if (isUnused && stored.length > 0) await wiring.tenant(tenant).abandonUploads(stored);
  }
}

function whatToSet(facts: SystemFacts): string {
  const others = switchesInWords(facts.wouldDo(WRITING), false);
  const lack = facts.does(WRITING)
    ? `what is switched on here to write texts (${WRITING}) is too small to do as it is told: it has fewer than ${MIN_INSTRUCTED_PARAMETERS / 1e9} billion parameters`
    : `nothing that is switched on here writes texts (${WRITING})`;
  return `A goal is pursued by a language model, and ${lack}. It would work with a chat model of OpenAI or of a server like it (set ${CONTROLLER_NEEDS.openai}) or ${others}.`;
}

/**
 * The uploads that are meant, each once; files of conversations are copied, and what URLs name is fetched, one after the
 * other.
 * @param stored gets those that are made of the two
 */
async function uploadsOf(
  wiring: Wiring,
  { holder, signal }: GoalRequest,
  pointers: readonly Pointer[],
  stored: ResourceId[],
): Promise<Result<readonly ResourceId[]>> {
  const { tenant } = holder;
  const copies = await copiesOf({ wiring, holder }, filesIn(pointers, "elsewhere"));
  if (!copies.ok) return copies;
  stored.push(...[...copies.value.values()].map(({ id }) => id));
  const uploads: ResourceId[] = [];
  for (const pointer of pointers) {
    if (pointer.to !== "url") uploads.push(copies.value.get(pointer.id)?.id ?? pointer.id);
    else {
      const { url } = pointer;
      const fetched = await storeUpload(wiring, holder, MAX_RESOURCE_BYTES, (id) =>
        wiring.urls.importUrl({ tenant, id, url, signal }),
      );
      stored.push(fetched.id);
      uploads.push(fetched.id);
    }
  }
  return ok([...new Set(uploads)]);
}

async function open(
  wiring: Wiring,
  { holder, body, idempotency }: GoalRequest,
  uploads: readonly ResourceId[],
): Promise<Result<OpenedGoal>> {
  const { tenant, keyId } = holder;
  const goal = await wiring.ids.newGoal(tenant);
  const { usd } = body.budget;
  return wiring.tenant(tenant).openGoal({
    ...{ keyId, goal, uploads, title: titleOf(body.goal) },
    ...(idempotency ? { idempotency } : {}),
    ...(usd === undefined ? {} : { budgetUsd: usd }),
  });
}

async function begin(
  wiring: Wiring,
  { holder, body, origin }: GoalRequest,
  { goal, replay, resources, endpoints }: OpenedGoal,
): Promise<Result<BegunGoal>> {
  const { tenant, keyId } = holder;
  const part = await wiring.ids.readGoal(tenant, goal);
  if (part === null) throw new Error(`The tenant holds a goal that is not its own: ${goal}`);
  const { budget, checkIns, constraints, webhook } = body;
  const files = named(resources);
  const start = { goal, text: body.goal, files, budget, checkIns, ...(constraints ? { constraints } : {}) };
  let record: Result<GoalRecord> | null = null;
  try {
    // Behind the opening, so that nobody has more hosts looked up than may open goals.
    if (webhook) await vetReceiver(wiring, webhook.url);
    const subscribers = await subscribersOf(wiring, { tenant, of: goal }, { webhook, origin }, endpoints);
    const begun = () => wiring.goal(tenant, part).start({ keyId, start, subscribers });
    // A restarted object breaks the calls to it; a goal begins once however often it is started.
    record = await begun().catch(begun);
    return record.ok ? ok({ record: record.value, replayed: replay }) : record;
  } finally {
    if (!record?.ok && !replay) await giveUp(wiring, tenant, goal, part);
  }
}

/** As much of a file's name as leaves room for a number. */
const MAX_NAME_CHARS = 60;

/** The files by the names that steps take them by, each another. */
function named(resources: readonly Resource[]): readonly { readonly name: string; readonly resource: Resource }[] {
  const names = new FileNames();
  return resources.map((resource) => {
    const name = names.unused(canonicalName(resource.name)?.slice(0, MAX_NAME_CHARS).toWellFormed() ?? "file");
    names.take(name);
    return { name, resource };
  });
}

/** Closes a goal that did not begin. Never throws, as the caller is told the original fault. */
async function giveUp(wiring: Wiring, tenant: string, goal: string, part: string): Promise<void> {
  try {
    // The call may have broken off after it had begun.
    await wiring.goal(tenant, part).remove();
    await wiring.tenant(tenant).closeGoal(goal);
  } catch (thrown) {
    console.warn("A goal that did not begin could not be closed:", describeFault(thrown));
  }
}
