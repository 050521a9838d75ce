import type { Value } from "../resources.ts";
import { MAX_SAME_ERRORS, MAX_SAME_OUTPUTS } from "./policy.ts";
import type { GoalState, StepState } from "./state.ts";

/** A sign that a goal turns in a circle, found by rule, whatever a model says of its progress. */
export interface Circle {
  /** Names what was found, so that a person is asked about it once. */
  readonly evidence: string;
  readonly message: string;
}

/** Words that two texts must share, of all words in either, to be alike: from 0 to 1. */
const ALIKE = 0.9;
/** Shorter results are often equal by chance: a yes, a number. */
const MIN_ALIKE_CHARS = 40;
/** Of a text, for its words. */
const MAX_COMPARED_CHARS = 4_000;
/** Of results that came with revisions, the newest are compared. */
const MAX_COMPARED = 24;

/**
 * The first sign of a circle that the person does not know of: an error that came three times, results of revisions that
 * are alike, two reflections without a step done in between. That a step would do again what another did with the same
 * inputs is told by `repeats`.
 */
export function findCircle(state: GoalState): Circle | null {
  const found = [sameError, sameOutputs, noProgress].flatMap((rule) => rule(state) ?? []);
  return found.find(({ evidence }) => !state.known.has(evidence)) ?? null;
}

/** The circle that a step would begin by doing what another step did, with the same inputs; null where it would not. */
export function repeats(state: GoalState, step: StepState, fingerprint: string): Circle | null {
  const evidence = `repeat ${fingerprint}`;
  const key = `step:${step.name}`;
  const works = [...state.works].map(([one, open]) => ({ key: one, fingerprint: open.fingerprint }));
  const earlier = [...state.ended, ...works].find((one) => one.fingerprint === fingerprint && one.key !== key);
  if (!earlier || state.known.has(evidence)) return null;
  const other = earlier.key.replace(/^step:/, "");
  const message = `The step "${step.name}" would do what "${other}" did, with the same inputs.`;
  return { evidence, message };
}

/** Errors that say nothing of the way that was tried: no money was left; the server ended, with all that was under way. */
const NO_SIGN = /^(?:budget-exceeded|attempt-lost):/;

function sameError({ ended }: GoalState): Circle | null {
  const failed = ended.filter(({ status, error }) => status === "failed" && error && !NO_SIGN.test(error));
  for (const [error, all] of Map.groupBy(failed, (one) => one.error)) {
    if (all.length < MAX_SAME_ERRORS) continue;
    return { evidence: `error ${error}`, message: `The same error came ${all.length} times: ${error}` };
  }
  return null;
}

function sameOutputs(state: GoalState): Circle | null {
  const revised = [...state.results]
    .filter(([, { from }]) => from !== null && state.steps.get(from)?.isRevision)
    .slice(-MAX_COMPARED)
    .map(([name, { value }]) => ({ name, ...contentOf(value) }));
  for (const one of revised) {
    const alike = revised.filter((other) => areAlike(one, other));
    if (alike.length < MAX_SAME_OUTPUTS) continue;
    const names = alike.map(({ name }) => `"${name}"`).join(", ");
    return { evidence: `outputs ${names}`, message: `Steps that were added on the way give the same again: ${names}.` };
  }
  return null;
}

function noProgress({ reflections }: GoalState): Circle | null {
  const [before, last] = reflections.slice(-2);
  if (!before || !last || last.isWanted || last.doneSteps > before.doneSteps) return null;
  // Besides the look itself nothing was begun in between that could have been done.
  if (last.startedWorks - before.startedWorks < 2) return null;
  const message = `Nothing was done between the last two looks at the progress: ${last.doneSteps} steps are done.`;
  return { evidence: `progress ${last.n}`, message };
}

/** Values never change, and the same ones are looked at with each decision. */
const contents = new WeakMap<Value, Content>();
const hashes = new WeakMap<Value, string>();

interface Content {
  /** Equal for equal content. */
  readonly hash: string;
  readonly words: ReadonlySet<string>;
}

function contentOf(value: Value): Content {
  const known = contents.get(value);
  if (known) return known;
  const text =
    value.as === "resource" ? (value.excerpt ?? "") : value.as === "text" ? value.text : JSON.stringify(value.data);
  const words = new Set(
    text
      .slice(0, MAX_COMPARED_CHARS)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [],
  );
  const content = { hash: contentHash(value), words: text.length < MIN_ALIKE_CHARS ? new Set<string>() : words };
  contents.set(value, content);
  return content;
}

function areAlike(one: Content, other: Content): boolean {
  if (one.hash === other.hash) return true;
  if (one.words.size === 0 || other.words.size === 0) return false;
  const shared = [...one.words].filter((word) => other.words.has(word)).length;
  return shared / (one.words.size + other.words.size - shared) >= ALIKE;
}

/** Equal for values of equal content, whatever they are called. */
export function contentHash(value: Value): string {
  if (value.as === "resource") return value.resource.sha256;
  const known = hashes.get(value);
  if (known !== undefined) return known;
  const hash = hashOf(JSON.stringify(value.as === "text" ? [value.kind, value.text] : [value.kind, value.data]));
  hashes.set(value, hash);
  return hash;
}

/** A short name of a text, the same on every machine: FNV-1a, twice with other seeds. It is no secret and no proof. */
export function hashOf(text: string): string {
  let [one, other] = [0x811c9dc5, 0x01000193];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul(other ^ code, 0x85ebca6b);
  }
  return [one, other].map((part) => (part >>> 0).toString(16).padStart(8, "0")).join("");
}
