import { AppError, type Issue } from "../../domain/errors.ts";
import type { JsonValue } from "../../domain/json.ts";
import { listed } from "../../domain/listed.ts";
import { dependencies, type Task } from "../../domain/plan.ts";
import { madeBy, type RunState, taskWork } from "../../domain/run/state.ts";
import type { AnswerFormat, SchemaFormat, StructuredAnswer } from "../../domain/structured/answer-schema.ts";
import type { Ontology } from "../../domain/task-types/index.ts";
import { visible } from "../../domain/visible.ts";
import type { FillRequest, RejectedValue } from "../../planning/index.ts";
import { leftOut } from "../answer.ts";
import { resultsOf } from "../results.ts";
import { addressesIn, hasStrangeAddress, withFileIds } from "../spoken/clean-words.ts";
import { materialOf, type Speaker } from "../spoken/index.ts";
import { faultsOf } from "./check-value.ts";
import { fillByRule } from "./fill-by-rule.ts";
import { offersOf } from "./offers.ts";
import { isNullAt, placeIn } from "./places.ts";

type Refused = Extract<StructuredAnswer, { readonly as: "refused" }>;

/** The first answer and one with its faults put right. */
const MAX_TRIES = 2;
/** Of a refusal, which is read by a person and kept with the run. */
const MAX_WHY_CHARS = 1_000;
/** Of a place in a value: those of a model's own making may have any length. */
const MAX_PATH_CHARS = 200;
const MAX_MISSING = 100;
/** Names in a sentence. */
const MAX_NAMED = 10;

/**
 * Fills the form that the answer of a run is wanted in, out of its results; null where none is wanted. A language model
 * does it where the run is one's to answer, and otherwise where rules cannot: its value is held to the schema, put right
 * once, and refused if it still does not keep to it.
 * @param state with results as whole as they can be had
 */
export async function structuredAnswer(
  state: RunState,
  ontology: Ontology,
  speaker?: Speaker,
): Promise<StructuredAnswer | null> {
  const { answerFormat: format, planned } = state;
  if (!format) return null;
  const { schema } = format;
  const required = schema?.required ?? [];
  if (planned?.as === "ask") return refused(planned.text, required);
  const reply = planned?.as === "reply" ? (planned.plain ?? planned.text) : null;
  const tasks = state.plan?.tasks ?? [];
  const succeeded = tasks.filter(({ id }) => taskWork(state, id).status === "succeeded");
  if (reply === null && succeeded.length === 0) return refused("Nothing of the request could be done", required);

  const asked = { state, ontology, format, reply };
  if (!schema) {
    const modelled = await askModel({ ...asked, open: [] }, speaker);
    return modelled?.as === "filled" ? modelled : anyObject(state, ontology, reply);
  }
  const first = await askModel({ ...asked, open: null }, speaker);
  if (first?.as === "filled") return first;
  const ruled = byRules(state, ontology, { ...format, schema });
  if (ruled.as === "filled") return ruled;
  const last = first ?? (await askModel({ ...asked, open: ruled.missing }, speaker)) ?? ruled;
  return last.as === "failed" ? refused(`${last.why}. ${ruled.why}`, ruled.missing) : last;
}

/** An object of no form in particular, without a model: the results, or what was said to the request. */
function anyObject(state: RunState, ontology: Ontology, reply: string | null): StructuredAnswer {
  const results = resultsOf(state, ontology);
  // As JSON has it: what is left out of a result is not there.
  const value: JsonValue = JSON.parse(JSON.stringify(reply === null ? { results } : { answer: reply }));
  const [fault] = faultsOf(value, { schema: null });
  return fault ? refused(`What was found ${fault.message}`, []) : { as: "filled", value, by: "embedded" };
}

const refused = (why: string, missing: readonly string[]): Refused => ({
  as: "refused",
  why: why.slice(0, MAX_WHY_CHARS).toWellFormed(),
  missing: [
    ...new Set(missing.filter((path) => path !== "").map((path) => path.slice(0, MAX_PATH_CHARS).toWellFormed())),
  ].slice(0, MAX_MISSING),
});

/** Filled from what the results have under the names of the schema's properties. */
function byRules(state: RunState, ontology: Ontology, format: SchemaFormat): StructuredAnswer {
  const tasks = state.plan?.tasks ?? [];
  const partial = new Set(tasks.flatMap(({ id }) => (isPartial(state, id) ? [id] : [])));
  const used = new Set(tasks.flatMap(dependencies));
  const ofCoco = new Set(tasks.filter((task) => isOfCoco(state, task)).map(({ id }) => id));
  const isAll = tasks.every(({ id }) => taskWork(state, id).status === "succeeded");
  const filled = fillByRule(format.schema, offersOf(resultsOf(state, ontology), { partial, used, isAll, ofCoco }));
  if ("missing" in filled) {
    const { missing } = filled;
    const what = missing.length === 0 ? "names for its properties" : named(missing);
    return refused(`It needs a language model: rules find no ${what} among the results`, missing);
  }
  const faults = faultsOf(filled.value, format);
  if (faults.length === 0) return { as: "filled", value: filled.value, by: "embedded" };
  const why = `It needs a language model: what rules find does not keep to the schema (${told(faults)})`;
  return refused(
    why,
    faults.map(({ path }) => path),
  );
}

/** True for a task of whose result only the beginning is at hand. */
const isPartial = (state: RunState, task: number): boolean =>
  Object.values(taskWork(state, task).outputs).some((value) => value.as === "resource" && value.excerpt !== undefined);

/** True for a task of the embedded detector, which knows the kinds of COCO; others may look for anything. */
const isOfCoco = (state: RunState, { id, type }: Task): boolean =>
  type === "object-detection" && madeBy(taskWork(state, id))?.provider === "embedded";

const named = (names: readonly string[]): string =>
  listed([...names.slice(0, MAX_NAMED).map((name) => `“${name}”`), ...(names.length > MAX_NAMED ? ["more"] : [])]);
const told = (faults: readonly Issue[]): string =>
  faults
    .map(({ path, message }) => (path === "" ? message : `${path.slice(0, MAX_PATH_CHARS)}: ${message}`))
    .join("; ");

interface Asked extends Pick<FillRequest, "format" | "reply" | "open"> {
  readonly state: RunState;
  readonly ontology: Ontology;
}

/** What a language model made of a form; null where none is to be asked. */
type Modelled = StructuredAnswer | { readonly as: "failed"; readonly why: string } | null;

async function askModel({ state, ontology, ...form }: Asked, speaker: Speaker | undefined): Promise<Modelled> {
  const { controller, ...limits } = speaker ?? {};
  if (!controller?.fill) return null;
  const material = materialOf(state, ontology, { shownBelow: new Set(), leftOut: leftOut(state) });
  const { schema } = form.format;
  const ownWords = `${form.reply ?? ""}\n${JSON.stringify(schema)}`;
  const known = {
    addresses: new Set([...material.addresses, ...addressesIn(ownWords)]),
    digits: joinedDigits([JSON.stringify(material.told), ownWords, ...material.files.map(({ id }) => id)].join("\n")),
  };
  let rejected: RejectedValue | undefined;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const filling = controller.fill({ ...material.told, ...form, ...limits, ...(rejected ? { rejected } : {}) });
    if (!filling) return null;
    const [filled] = await Promise.allSettled([filling]);
    if (filled.status === "rejected") {
      if (!(filled.reason instanceof AppError)) throw filled.reason;
      if (rejected) break;
      return { as: "failed", why: `The language model could not be used (${filled.reason.message})` };
    }
    const { by, value, missing, said } = filled.value;
    const open = requiredAmong(missing, form.format).filter((path) => value === null || !isNullAt(value, path));
    if (open.length > 0) return refused(`The language model (${by}) finds no ${named(open)} in the results`, open);
    const cleaned = mapTexts(value, (text) => withFileIds(visible(text), material.files));
    const faults = [...faultsOf(cleaned, form.format), ...inventedIn(cleaned, known)];
    if (faults.length === 0) return { as: "filled", value: cleaned, by };
    rejected = { said, faults };
  }
  // What stands in the places of names may be words of the model.
  const faults = (rejected?.faults ?? []).map(({ path, message }) => ({
    path: schema ? placeIn(schema, path) : "",
    message,
  }));
  const why = `What the language model filled in does not keep to the schema (${told(faults)})`;
  return refused(
    why,
    faults.map(({ path }) => path),
  );
}

/** The required properties among names of a model's own, each with what the schema has inside it of what is said to be missing. */
const requiredAmong = (names: readonly string[], { schema }: AnswerFormat): readonly string[] =>
  schema === null
    ? []
    : names
        .map((name) => placeIn(schema, name))
        .filter((name) => schema.required.some((property) => name === property || name.startsWith(`${property}.`)));

/** A value with its texts, and the names in it, put otherwise. */
function mapTexts(value: JsonValue, put: (text: string) => string): JsonValue {
  if (typeof value === "string") return put(value);
  if (typeof value !== "object" || value === null) return value;
  if (isList(value)) return value.map((item) => mapTexts(item, put));
  // What programs take for an object's kind is no name.
  const named = Object.entries(value).filter(([name]) => name !== "__proto__");
  return Object.fromEntries(named.map(([name, item]) => [put(name), mapTexts(item, put)]));
}

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);

/** What the texts of a value may take over. */
interface ValueSources {
  readonly addresses: ReadonlySet<string>;
  /** All that the value was made of, with the digits of each number together. */
  readonly digits: string;
}

/** Where a value has addresses or long numbers that stand nowhere in what it was made of. */
function inventedIn(value: JsonValue, known: ValueSources, path: readonly string[] = []): readonly Issue[] {
  if (typeof value === "string") {
    const faults = [
      ...(hasStrangeAddress(value, known.addresses) ? ["holds an address that stands nowhere in the results"] : []),
      ...(hasStrangeNumber(value, known.digits) ? ["holds a number that stands nowhere in the results"] : []),
    ];
    return faults.map((message) => ({ path: path.join("."), message }));
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, item]: [string, JsonValue]) => [
    ...inventedIn(name, known, [...path, name]),
    ...inventedIn(item, known, [...path, name]),
  ]);
}

/** A text with the groups of its numbers put together. "DE89 3704 0044" → "DE8937040044" */
const joinedDigits = (text: string): string => text.replaceAll(/(?<=\d)[ \u00a0\u202f](?=\d)/g, "");

/** Numbers of accounts, of orders, telephones: nobody works them out. Shorter ones may be a sum, a year or a day. */
const LONG_NUMBER = /(?<![\d.,])\d(?:[ \u00a0\u202f]?\d){7,}/g;

/** True for a text with a long number that neither stands as a whole in what it was made of, nor group by group. */
const hasStrangeNumber = (text: string, digits: string): boolean =>
  [...text.matchAll(LONG_NUMBER)].some(
    ([number]) =>
      !digits.includes(joinedDigits(number)) && !number.split(/\s/).every((group) => digits.includes(group)),
  );
