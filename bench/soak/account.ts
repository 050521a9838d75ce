import type { Failure } from "../../src/domain/errors.ts";
import type { RunEvent } from "../../src/domain/events.ts";
import type { RunView, TaskView } from "../../src/http/schemas/views.ts";
import type { Case } from "./cases.ts";
import type { Manner } from "./faults.ts";
import type { Call } from "./gateway.ts";

/** A run that has ended, with what it says of itself and what the services know of it. */
export interface Account {
  readonly of: Case;
  readonly run: RunView;
  readonly events: readonly RunEvent[];
  /** In the order that they came in. */
  readonly calls: readonly Call[];
}

const ENDS: ReadonlySet<string> = new Set(["succeeded", "partial", "failed", "cancelled"]);
const DONE: ReadonlySet<string> = new Set(["succeeded", "failed", "skipped", "cancelled"]);
export const SOUND: ReadonlySet<Manner> = new Set(["sound", "slow"]);
/** A request that is refused as it is, is made once more in a plainer form by the same attempt. */
const ASKED_AGAIN: ReadonlySet<Manner> = new Set(["status 400", "status 422"]);
/** Attempts that may have ended before they called anybody. */
const UNCALLED: ReadonlySet<string> = new Set([
  "no-model",
  "unsupported-input",
  "resource-too-large",
  "unreadable-resource",
  "cancelled",
  "timeout",
  "budget-exceeded",
]);

/** What is not true in the account that a run gives of itself; empty where all of it is. */
export function liesIn(account: Account): readonly string[] {
  const { run, events, of } = account;
  const lies: string[] = [];
  const last = events.at(-1);
  if (!ENDS.has(run.status)) lies.push(`it is "${run.status}", which is no end`);
  if (last?.type !== "run-end" || last.data.status !== run.status) lies.push("its log ends otherwise than it does");
  if (events.some(({ seq }, index) => seq !== index + 1)) lies.push("its log has gaps");
  const done = run.tasks.filter(({ status }) => status === "succeeded").length;
  const truth = done === run.tasks.length ? "succeeded" : done === 0 ? "failed" : "partial";
  if (run.status !== "cancelled" && run.status !== truth) lies.push(`it is "${run.status}", and "${truth}" is true`);
  if (run.tasks.length !== of.plan.length) lies.push("it has other tasks than were asked for");
  if (!run.answer) lies.push("it answers nothing");
  const made = new Set(run.tasks.filter(({ status }) => status === "succeeded").flatMap(resourcesOf));
  if (run.files.some(({ id }) => !made.has(id))) lies.push("it shows files that no task made");
  return [...lies, ...run.tasks.flatMap((task) => liesOf(task, account).map((lie) => `task ${task.id}: ${lie}`))];
}

const resourcesOf = ({ outputs }: TaskView): readonly string[] =>
  Object.values(outputs).flatMap((value) => ("resource" in value ? [value.resource.id] : []));

function liesOf(task: TaskView, { run, events, calls }: Account): readonly string[] {
  const lies: string[] = [];
  const own = calls.filter((call) => call.task === task.id && call.is === "call");
  const ends = events.filter(({ type, data }) => type === "task-end" && data.task === task.id);
  const starts = events.filter(({ type, data }) => type === "task-start" && data.task === task.id);
  const isDone = task.status === "succeeded";
  if (!DONE.has(task.status)) lies.push(`it is "${task.status}", although the run is over`);
  if (ends.length !== 1) lies.push(`its end is recorded ${ends.length} times`);
  if (starts.some(({ seq }) => seq > (ends[0]?.seq ?? 0))) lies.push("it was begun again after its end");
  if (starts.length !== task.attempts.length) lies.push("its attempts are not those of the log");
  if (isDone !== Object.keys(task.outputs).length > 0) lies.push(`it is "${task.status}" with the wrong outputs`);
  if (task.status === "failed" && !task.error) lies.push("it failed without saying why");

  const { remote, called, missing } = counted(task, own);
  const again = own.filter(({ manner }) => ASKED_AGAIN.has(manner)).length;
  if (own.length > remote.length + again) lies.push(`${own.length} calls were made for ${remote.length} attempts`);
  // What is cancelled may end at any moment of its attempt; what the Hub did not place is held against it for all runs.
  const isCancelled = run.status === "cancelled" || task.status === "cancelled";
  if (!isCancelled && missing > unplaced(called))
    lies.push(`${own.length} calls were made where the log tells of ${called.length} at least`);

  const jobs = Map.groupBy(own.filter(isSound), ({ path }) => path);
  const looked = calls.some((call) => call.task === task.id && call.is === "look");
  if (!looked && own.length === called.length)
    lies.push(...own.flatMap(({ manner }, index) => mismatch(manner, called[index]?.error) ?? []));
  for (const [path, begun] of looked ? jobs : [])
    if (begun.length > 1) lies.push(`its job at ${path} was begun ${begun.length} times`);
  const isRemote = task.attempts.at(-1)?.model.startsWith("embedded:") === false;
  if (isDone && isRemote && !SOUND.has(own.at(-1)?.manner ?? "no answer"))
    lies.push(`it is said to be done, and its last call was "${own.at(-1)?.manner}"`);
  return lies;
}

const isSound = ({ manner }: Call): boolean => SOUND.has(manner);

type Attempt = TaskView["attempts"][number];

/** The attempts at remote models, those of them that were called by all the log tells, and how many calls that lacks. */
function counted(task: TaskView, own: readonly Call[]) {
  const remote = task.attempts.filter(({ model }) => !model.startsWith("embedded:"));
  const called = remote.filter(({ error }) => !error?.notCalled && !UNCALLED.has(error?.code ?? ""));
  return { remote, called, missing: Math.max(0, called.length - own.length) };
}

/** Attempts that may have ended at the Hub, or have gone on with the job of the one before. */
const unplaced = (called: readonly Attempt[]): number =>
  called.filter(({ model, error }) => error && model.startsWith("huggingface:")).length;

/** Calls that a run tells of and nobody saw, apart from looks at jobs that were begun before. */
export const unplacedIn = ({ run, calls }: Account): number =>
  run.status === "cancelled"
    ? 0
    : run.tasks.reduce((sum, task) => {
        const all = calls.filter((call) => call.task === task.id);
        if (task.status === "cancelled" || all.some(({ is }) => is === "look")) return sum;
        return sum + counted(task, all).missing;
      }, 0);

/** How an attempt may end whose call was answered: nothing can be read of it, or nobody was there any more to read. */
const FAILS_ALL_THE_SAME: ReadonlySet<string> = new Set(["provider-rejected", "cancelled", "timeout", "attempt-lost"]);

/** What is wrong with an attempt beside its own call; a good answer may still be none that a model's task can be read of. */
function mismatch(manner: Manner, error: Failure | undefined): string | null {
  if (!SOUND.has(manner)) return error ? null : `an attempt is said to be done whose call was "${manner}"`;
  return !error || FAILS_ALL_THE_SAME.has(error.code)
    ? null
    : `an attempt failed with "${error.code}" although its call was answered`;
}
