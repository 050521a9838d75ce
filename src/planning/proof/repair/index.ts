import { singles } from "../../../domain/plan.ts";
import type { Changed, Repair } from "../../../domain/repair.ts";
import type { TaskType } from "../../../domain/task-types/index.ts";
import { readPlan } from "../../wire/read-plan.ts";
import { MAX_FAULTS, noTasks, type PlanContext, type PlanFault } from "../faults.ts";
import { type Proof, prove } from "../prove.ts";
import { type Draft, producersOf, referencesOf } from "./draft.ts";
import { mendInputs } from "./mend-inputs.ts";
import { dropDuplicates, hasDuplicates } from "./prune.ts";
import { readDraft } from "./read-draft.ts";
import { renameTypes } from "./rename.ts";

export type { Changed, Repair } from "../../../domain/repair.ts";

/** What a plan may refer to, and the request it was made for, in the user's words. */
export interface RepairContext extends PlanContext {
  readonly text?: string;
  /** Whether the deployment has a model for a task type; all are taken to have one when it isn't known. */
  readonly canRun?: (type: TaskType) => boolean;
  /** The plan was written by a model: files that nobody named are taken to stand for those at hand. */
  readonly isByModel?: boolean;
  /**
   * Leave goals of unknown types out, and say so: for a plan whose author cannot be asked again. The rest of it is
   * worth more than a refusal; where the author can be asked, such a goal is a fault.
   */
  readonly isLastResort?: boolean;
}

export type Repaired =
  | ({ readonly as: "proved"; readonly repairs: readonly Repair[]; readonly changed: Changed } & Proof)
  /** `faults` are what is left that no repair can mend. */
  | { readonly as: "unsound"; readonly faults: readonly PlanFault[]; readonly repairs: readonly Repair[] };

const UNCHANGED: Changed = { nodes: 0, links: 0 };

/**
 * Makes a sound plan of any JSON by the least change that does it, and proves it; or names what is wrong with it. A
 * plan that is sound as written stays as it is. In this order: sloppy forms are read, near-miss task types renamed,
 * arguments bound and rebound, missing conversions planned and inserted, what can never run and what is there twice
 * dropped. The plan's last tasks are its goals, and are never dropped. Never throws.
 */
export function repairPlan(json: unknown, context: RepairContext): Repaired {
  const read = readDraft(json, context);
  if (!read.ok) return { as: "unsound", faults: read.error, repairs: [] };
  const { draft } = read.value;
  if (draft.tasks.length === 0) return { as: "unsound", faults: [noTasks], repairs: read.value.repairs };
  const asWritten = proveAsWritten(json, draft, context);
  if (asWritten) return { as: "proved", ...asWritten, repairs: [], changed: UNCHANGED };
  const written = { tasks: new Set(draft.tasks.map((task) => task.id)), links: writtenLinks(draft) };
  const repairs = [...read.value.repairs, ...renameTypes(draft, context.ontology)];
  const faults = mendInputs(
    {
      draft,
      ontology: context.ontology,
      text: context.text ?? null,
      canRun: context.canRun ?? (() => true),
      goals: read.value.goals,
      mayInventFiles: context.isByModel ?? false,
      isLastResort: context.isLastResort ?? false,
      standIns: new Map(),
    },
    repairs,
  );
  if (faults.length > 0) return { as: "unsound", faults: faults.slice(0, MAX_FAULTS), repairs: listed(repairs) };
  repairs.push(...dropDuplicates(draft));
  const proof = prove(draft.plan(), context);
  if (!proof.ok) return { as: "unsound", faults: proof.error, repairs: listed(repairs) };
  return { as: "proved", ...proof.value, repairs: listed(repairs), changed: changes(draft, repairs, written) };
}

/** More than anybody reads; all of them are one row of the log. */
const MAX_REPAIRS = 200;

function listed(repairs: readonly Repair[]): readonly Repair[] {
  if (repairs.length <= MAX_REPAIRS) return repairs;
  const message = `${repairs.length - MAX_REPAIRS} more changes are not listed`;
  return [...repairs.slice(0, MAX_REPAIRS), { kind: "read", task: null, port: null, message }];
}

/** The proof of a plan that is sound as it stands, and holds no slot or reference that was only half written. */
function proveAsWritten(json: unknown, draft: Draft, context: PlanContext): Proof | null {
  const strict = readPlan(json, context);
  if (!strict.ok || hasDuplicates(strict.value, context.ontology)) return null;
  const meanings = draft.tasks.flatMap((task) => task.args.flatMap((argument) => argument.meanings));
  if (meanings.some((meaning) => meaning.is === "slot" || meaning.is === "missing-file")) return null;
  const bound = strict.value.tasks.flatMap((task) => Object.values(task.args).flatMap(singles));
  const references = (all: readonly { readonly is?: string; readonly from?: string }[]): number =>
    all.filter((one) => one.is === "task" || one.from === "task").length;
  if (references(meanings) !== references(bound)) return null;
  const proof = prove(strict.value, context);
  return proof.ok ? proof.value : null;
}

interface Written {
  readonly tasks: ReadonlySet<number>;
  readonly links: ReadonlySet<string>;
}

/** The links of a plan as its author wrote them: from each task referred to, to the one that refers to it. */
const writtenLinks = (draft: Draft): ReadonlySet<string> =>
  new Set(draft.tasks.flatMap((task) => referencesOf(task).map((reference) => `${reference}>${task.id}`)));

function changes(draft: Draft, repairs: readonly Repair[], written: Written): Changed {
  const tasks = new Set(draft.tasks.map((task) => task.id));
  const links = new Set(draft.tasks.flatMap((task) => producersOf(task).map((producer) => `${producer}>${task.id}`)));
  const renamed = new Set(repairs.flatMap(({ kind, task }) => (kind === "renamed" && task !== null ? [task] : [])));
  const kept = tasks.intersection(written.tasks).difference(renamed);
  return {
    nodes: shareLost(kept.size, tasks.union(written.tasks).size),
    links: shareLost(links.intersection(written.links).size, links.union(written.links).size),
  };
}

/** Two digits tell enough. */
const shareLost = (kept: number, all: number): number => (all === 0 ? 0 : Math.round(100 * (1 - kept / all)) / 100);
