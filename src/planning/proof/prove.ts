import { LruCache } from "../../domain/caches.ts";
import type { Plan } from "../../domain/plan.ts";
import { err, ok, type Result } from "../../domain/result.ts";
import type { Ontology } from "../../domain/task-types/index.ts";
import { type Domain, type Grounding, ground, PddlError, parseDomain, parseProblem } from "../pddl/index.ts";
import { type Certificate, certify } from "./certificate.ts";
import { checkPlan } from "./check.ts";
import { type DomainText, domainOf } from "./domain-text.ts";
import type { PlanContext, PlanFault } from "./faults.ts";
import { problemOf } from "./plan-problem.ts";

/** A sound plan, why it is sound, and the texts by which any PDDL planner or validator can check that. */
export interface Proof {
  readonly plan: Plan;
  readonly certificate: Certificate;
  readonly pddl: {
    readonly domain: string;
    readonly problem: string;
    /** The plan in IPC form. */
    readonly solution: string;
  };
}

/** A plan of the largest size has 256 tasks of at most 16 ports; a hundred times fewer are the rule. */
const GROUNDING_LIMITS = { maxActions: 2_048, maxAtoms: 16_384 };

/**
 * Proves a plan, or names what is wrong with it. The faults come from a direct check, which knows task and port of
 * each; a plan without any is then compiled to PDDL, and certified by executing exactly the texts it returns. Never
 * throws.
 */
export function prove(plan: Plan, context: PlanContext): Result<Proof, readonly PlanFault[]> {
  const faults = checkPlan(plan, context);
  if (faults.length > 0) return err(faults);
  const types = plan.tasks.flatMap((task) => context.ontology.get(task.type) ?? []);
  const proved = attempt((): Result<Proof, string> => {
    const library = libraryOf(types, context.ontology);
    const { text: domain } = library;
    const problem = problemOf(plan, context, domain);
    const grounding = groundingOf(library, problem.text);
    if (grounding.as === "no-plan") return err(`${grounding.unreachable} can never be reached`);
    if (grounding.as === "limits") return err(`it needs more ${grounding.limit} than the planner may take`);
    const certified = certify(plan, problem, grounding.task);
    if (!certified.ok) return certified;
    const { certificate, solution } = certified.value;
    return ok({ plan, certificate, pddl: { domain: domain.text, problem: problem.text, solution } });
  });
  return proved.ok ? proved : err([unproved(proved.error)]);
}

const unproved = (reason: string): PlanFault => ({
  task: null,
  port: null,
  code: "unproved",
  message: `The planner cannot certify the plan: ${reason}`,
});

/** What our own texts come to when a name in them defeats the compiler: a fault to show, not a crash. */
function attempt<T>(work: () => Result<T, string>): Result<T, string> {
  try {
    return work();
  } catch (thrown) {
    if (thrown instanceof PddlError) return err(thrown.message);
    throw thrown;
  }
}

/**
 * What a problem comes to, or came to before: a plan that is sent is proved before it is admitted and again when it runs, and
 * the steps of a goal differ in their texts alone, which stand in remarks.
 */
function groundingOf({ parsed, areas, groundings }: Library, problem: string): Grounding {
  const read = problem.replaceAll(/;.*$/gm, "");
  const make = (): Kept => ({
    grounding: ground(parsed, parseProblem(problem, parsed), GROUNDING_LIMITS),
    chars: read.length,
  });
  const kept = read.length > MAX_KEPT_CHARS ? make() : groundings.get(`${areas}\n${read}`, make);
  return kept.grounding;
}

/** A problem of some twenty tasks. */
const MAX_KEPT_CHARS = 8_000;
/** Of all problems of an ontology that are kept: a few MB of memory. */
const MAX_KEPT_CHARS_OF_ALL = 64_000;

interface Kept {
  readonly grounding: Grounding;
  readonly chars: number;
}

interface Library {
  readonly text: DomainText;
  readonly parsed: Domain;
  readonly areas: string;
  /** Of all libraries of an ontology, by areas and the text of a problem without its remarks. */
  readonly groundings: LruCache<Kept>;
}

interface Libraries {
  readonly byAreas: Map<string, Library>;
  readonly groundings: LruCache<Kept>;
}

/** Compiled once for each set of areas; there are eight areas, and a deployment has one ontology. */
const libraries = new WeakMap<Ontology, Libraries>();

function libraryOf(types: Parameters<typeof domainOf>[0], ontology: Ontology): Library {
  const own = libraries.get(ontology) ?? {
    byAreas: new Map<string, Library>(),
    groundings: new LruCache<Kept>(MAX_KEPT_CHARS_OF_ALL, ({ chars }) => chars),
  };
  libraries.set(ontology, own);
  const areas = [...new Set(types.map((type) => type.area))].toSorted().join(" ");
  const cached = own.byAreas.get(areas);
  if (cached) return cached;
  const text = domainOf(types, ontology);
  const library = { text, parsed: parseDomain(text.text), areas, groundings: own.groundings };
  own.byAreas.set(areas, library);
  return library;
}
