import type { Plan } from "../../domain/plan.ts";
import type { SystemFacts } from "../../domain/system-facts.ts";
import { CONFIDENCE_THRESHOLDS } from "../../domain/understanding.ts";
import type { WordVectors } from "../../words/vectors.ts";
import { consentOf } from "../confirmation.ts";
import type { Controller, PlanReply, PlanRequest, Propose } from "../controller.ts";
import { arithmeticReply } from "./arithmetic/index.ts";
import { coverWishes, viewOfClause } from "./bind/cover.ts";
import { type Bound, bindSketch } from "./bind/index.ts";
import { pointsOnly } from "./bind/wording.ts";
import type { ReadConstraints } from "./constraints/index.ts";
import { completed, type Judged } from "./follow-up/index.ts";
import { createRanker, lacksMaterial, type RankedRequest, type Ranker, sketchIn, topicOf } from "./rank/index.ts";
import type { Network } from "./rank/network.ts";
import { reachesPlaces, withOwnTypes } from "./rank/own-types.ts";
import { answers, objectPort } from "./rank/ports.ts";
import { CALIBRATION, type Calibration, type PlanSketch } from "./rank/sketch.ts";
import { asksForThings, detects, preferDetecting, preferFitting, preferRunning } from "./rank/stand-ins.ts";
import { asksSomething, quotedTexts } from "./read/asked-parts.ts";
import type { Clause } from "./read/clauses.ts";
import { inEnglish } from "./read/glossary.ts";
import { type DividedRequest, dividedBy, prepare, type ReadRequest, readRequest, wishesTagged } from "./read/index.ts";
import type { Reading } from "./read/parts.ts";
import { kindsNamed } from "./reply/ability.ts";
import { askInstead } from "./reply/about.ts";
import { ASK_FOR_ANYTHING, askFor, askForFile, lostFileIn } from "./reply/ask.ts";
import { choicesOf, type Offering, type Works } from "./reply/choices.ts";
import { englishOnly, foreignLanguageOf, isInEnglish, isOfKnownWords, withEnglishWords } from "./reply/foreign.ts";
import { replyWithoutTask } from "./reply/index.ts";

/** What the embedded planner knows, loaded when it is first needed. */
export interface PlannerKnowledge {
  readonly vectors: () => Promise<WordVectors>;
  readonly network: () => Promise<Network>;
  readonly constraintReader: () => Promise<ReadConstraints>;
  /** The Worker's own where it is left out. */
  readonly calibration?: Calibration;
}

/** Plans without any language model, and what it plans with one that only chooses among task types. */
export interface EmbeddedController extends Controller {
  readonly propose: Propose;
}

/** Plans without any language model, by trained weights. Deterministic; throws only where its knowledge cannot be loaded. */
export function createEmbeddedController(knowledge: PlannerKnowledge): EmbeddedController {
  const { vectors, network, constraintReader, calibration = CALIBRATION } = knowledge;
  const trainedFor = async ({ ontology }: PlanRequest): Promise<Trained> => {
    const [weights, words, readConstraints] = await Promise.all([network(), vectors(), constraintReader()]);
    return { ranker: createRanker(weights, calibration, words, ontology), readConstraints };
  };
  return {
    name: "embedded",
    plan: async (request) => arithmeticReply(request) ?? planOffering(await trainedFor(request), request),
    propose: async (request, count) => {
      const trained = await trainedFor(request);
      const { text, read } = readWhole(trained, request);
      const types = trained.ranker.likeliest(read.view, count);
      const own = planWith(trained, request, (reply) => reply);
      const ownTypes = new Set(own.as === "plan" ? own.plan.tasks.map(({ type }) => type) : []);
      const isOwn = (chosen: readonly string[]): boolean => sameSet(ownTypes, new Set(chosen));
      return {
        ...{ text, types, drafted: types.filter((type) => ownTypes.has(type)) },
        planFor: async (chosen) =>
          own.as === "plan" && isOwn(chosen) ? agreed(own) : planWith(trained, request, (reply) => reply, chosen),
      };
    },
  };
}

const sameSet = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.symmetricDifference(other).size === 0;

/** A plan that somebody else has come to as well: how sure the planner was alone says no more of it. */
const agreed = (reply: Extract<PlanReply, { as: "plan" }>): PlanReply =>
  reply.understanding ? { ...reply, understanding: { ...reply.understanding, confidence: null } } : reply;

/** The trained parts of the planner. */
interface Trained {
  readonly ranker: Ranker;
  readonly readConstraints: ReadConstraints;
}

/** Plans a request; where that makes no plan, an unsure one, or one that nothing here can carry out, the reply offers messages that work. */
function planOffering(trained: Trained, given: PlanRequest): PlanReply {
  const { ontology, facts = ALL_ON } = given;
  const runs = ({ tasks }: Plan): boolean => tasks.every(({ type }) => facts.does(type));
  const works: Works = (next, type) => {
    const reply = planWith(trained, { ...given, ...next }, (words) => words);
    return (
      reply.as === "plan" && isSure(reply) && runs(reply.plan) && reply.plan.tasks.some((task) => task.type === type)
    );
  };
  const offer = <Reply extends PlanReply>(reply: Reply): Reply => {
    const choices = choicesOf(given, { ontology, facts }, works);
    return choices.length === 0 ? reply : { ...reply, choices };
  };
  const reply = planWith(trained, given, offer);
  if (reply.as !== "plan" || (runs(reply.plan) && isSure(reply))) return reply;
  if (runs(reply.plan)) return given.attached.length > 0 && !given.isUnattended ? offer(reply) : reply;
  const types = [...new Set(reply.plan.tasks.flatMap(({ type }) => ontology.get(type) ?? []))];
  // To read what something is done with is not what was wished.
  const [wished, readings] = [types.filter(({ converts }) => !converts), types.filter(({ converts }) => converts)];
  const isGuess = !isSure(reply) && !wished.some(({ name }) => facts.does(name));
  const lacking = [...wished, ...readings].filter(({ name }) => !facts.does(name));
  return offer(isGuess ? { as: "ask", text: askInstead(lacking, facts) } : reply);
}

/** A message as it is read: whole, in English where few words are needed for that, and without what it restricts. */
interface WholeRequest extends Pick<ReturnType<typeof prepare>, "constraints" | "budget"> {
  readonly text: string;
  /** It says itself all that it means. */
  readonly isWhole: boolean;
  readonly read: ReadRequest;
}

function readWhole({ ranker, readConstraints }: Trained, given: PlanRequest): WholeRequest {
  const whole = completed(given, { vectors: ranker.vectors, judge: judgeBy(ranker), divide: divideBy(ranker) });
  const text = inEnglish(whole.text) ?? whole.text;
  const { request, constraints, budget } = prepare({ ...whole, text }, readConstraints);
  const read = readBy(ranker, request);
  return { text, isWhole: whole === given, constraints, budget, read };
}

/**
 * Reads a request, ranks task types for it, binds their arguments, and checks what of the request is carried by them.
 * @param offer adds what may be said next to a reply that leaves something open
 * @param chosen the types of the plan, where somebody else has chosen them
 */
function planWith(trained: Trained, given: PlanRequest, offer: Offering, chosen?: readonly string[]): PlanReply {
  const { isWhole, read, constraints, budget } = readWhole(trained, given);
  const ranker = chosen ? trained.ranker.choosing(read.view, chosen) : trained.ranker;
  const { request } = read;
  const ranked = ranker.rank(read.view);
  const facts = given.facts ?? ALL_ON;
  const { asked, sketch } = sketchFor(dividedBy(read, ranked.wishTags), ranked, ranker, facts);
  const lost = lostFileIn(withoutPlaces(read.reading, asked, sketch));
  if (lost) return offer({ as: "ask", text: askForFile(lost) });
  const foreign = foreignLanguageOf(asked.view.tokens, ranker.vectors);
  if (!sketch || (isWhole && consentOf(given) !== null)) {
    const missing = lacksMaterial(ranked) ? missingIn(asked, ranker) : null;
    const earlier = topicOf(ranked) === null ? filesBefore(given) : [];
    if (earlier.length > 0 && asked.clauses.some(asksSomething))
      return planWith(trained, { ...given, attached: earlier }, offer, chosen);
    if (missing !== null) return offer({ as: "ask", text: missing });
    return replyWithoutTask({ asked, ranked, ranker, facts, foreign, offer });
  }
  const types = new Set(sketch.tasks.map(({ type }) => type));
  const isCarried = (clause: Clause): boolean =>
    (detects(sketch, request.ontology) && asksForThings(clause)) ||
    wishesNothingElse(viewOfClause(asked.view, clause), types, ranker);
  const bound = bindSketch(sketch, asked, isCarried);
  if ("missing" in bound) {
    const { missing: text, choices } = bound;
    return choices.length > 0 ? { as: "ask", text, choices } : offer({ as: "ask", text });
  }
  const { notes, reasons } = bound;
  const confidence = confidenceOf(bound, sketch, ranked);
  const isEnglish = foreign === null && isInEnglish(asked.view.tokens, ranker.vectors);
  const english = isEnglish ? null : withEnglishWords(bound.plan, asked);
  // Who chose the tasks has read what the network may not know.
  const isClear =
    chosen !== undefined ||
    ((confidence ?? 1) >= MIN_FOREIGN_CONFIDENCE && isOfKnownWords(asked.view.tokens, ranker.knows));
  if (foreign && (english === null || !isClear)) {
    return offer({ as: "reply", because: "no-task-fits", text: englishOnly(foreign) });
  }
  const plan = english ?? bound.plan;
  return { as: "plan", plan, notes, understanding: { constraints, budget, confidence, reasons } };
}

/** What was last given or made, where a message brings nothing: a question that is about nothing else is put to that. */
const filesBefore = ({ attached, log }: PlanRequest): PlanRequest["attached"] =>
  attached.length > 0 ? [] : (log.findLast(({ resources }) => resources.length > 0)?.resources ?? []);

/** The request without the files of tasks that reach places by themselves: of their clauses, and all where there is no other task. */
function withoutPlaces(reading: Reading, { clauses, request }: DividedRequest, sketch: PlanSketch | null): Reading {
  const { tasks } = sketch ?? { tasks: [] };
  const reaching = tasks.filter((task) => {
    const type = request.ontology.get(task.type);
    return type !== undefined && reachesPlaces(type);
  });
  if (reaching.length === 0) return reading;
  const clauseAt = (place: number): Clause | undefined => clauses.findLast(({ start }) => start <= place);
  const own = new Set(reaching.map(({ at }) => clauseAt(at)));
  const isLeft = (start: number): boolean => reaching.length < tasks.length && !own.has(clauseAt(start));
  return { ...reading, parts: reading.parts.filter(({ start }) => isLeft(start)) };
}

/** A message is talk from this probability on that it is for no task, where it is about something in particular. */
const MIN_IDLE_OF_TALK = 0.4;

/** Reads a request whose words the network tags. */
const readBy = (ranker: Ranker, request: PlanRequest): ReadRequest =>
  readRequest(request, wishesTagged(request, ranker.wishTags));

/** Whether a part of a request wishes nothing besides tasks of these types. */
function wishesNothingElse(part: ReadRequest["view"], types: ReadonlySet<string>, ranker: Ranker): boolean {
  // Of what lies beyond the words that are read nothing is known.
  if (part.tokens.length === 0) return false;
  const ranked = ranker.rank(part);
  const sketch = sketchIn(ranked);
  return sketch?.tasks.every(({ type }) => types.has(type)) === true;
}

/** What a message would be planned as by what the ranker says of it. */
const judgeBy =
  (ranker: Ranker): Judged["judge"] =>
  (request) => {
    const ranked = ranker.rank(readBy(ranker, request).view);
    const [topic, sketch] = [topicOf(ranked), sketchIn(ranked)];
    const types = (sketch?.tasks ?? []).map(({ type }) => type);
    const isConsent = consentOf(request) !== null;
    const isTalk = isConsent || (ranked.idle > MIN_IDLE_OF_TALK && topic !== null && topic !== "no");
    if (isTalk) return { does: "talk", types, confidence: isConsent ? 1 : ranked.idle };
    if (sketch === null) return { does: lacksMaterial(ranked) ? "lacks" : null, types, confidence: 0 };
    const isAsked = types.flatMap((name) => request.ontology.get(name) ?? []).every(answers);
    return { does: isAsked ? "ask" : "wish", types, confidence: (1 - ranked.idle) * (sketch.confidence ?? 1) };
  };

const divideBy =
  (ranker: Ranker): Judged["divide"] =>
  (request) => {
    const read = readBy(ranker, request);
    return dividedBy(read, ranker.wishTags(read.view)).clauses;
  };

/** What a request is planned by: its clauses as they are taken, and the likeliest tasks and links; null for no task. */
interface Sketched {
  readonly asked: DividedRequest;
  readonly sketch: PlanSketch | null;
}

/** The likeliest tasks and links, with those that the rest of the words ask for. */
function sketchFor(asked: DividedRequest, ranked: RankedRequest, ranker: Ranker, facts: SystemFacts): Sketched {
  const { clauses, reading, view } = asked;
  const { ontology } = asked.request;
  const rank = (part: ReadRequest["view"]): PlanSketch | null => sketchIn(ranker.rank(part));
  const likeliest = clauses.length > 0 ? sketchIn(ranked) : null;
  const odds = (type: string): number => ranked.odds(`node:${type}`);
  const brings = quotedTexts(reading.parts).length > 0 ? (["text"] as const) : [];
  const fitting = likeliest && preferFitting(likeliest, ontology, [...view.kinds, ...brings], odds);
  const likely = fitting && preferRunning(fitting, ontology, facts, odds);
  const running = likely && preferDetecting(likely, clauses, ontology, facts);
  const covered = running && coverWishes(running, { clauses, reading, view, ontology }, rank);
  const taken = { ...asked, clauses: covered?.clauses ?? clauses };
  return { asked: taken, sketch: withOwnTypes(covered?.sketch ?? null, taken, ranker, rank) };
}

/** With a kind of material that a message fits, it is for no task at most with this probability. */
const MAX_IDLE_OF_FITTING = 0.1;

/** What may be missing, by its kind. */
const MATERIAL = ["text", "image", "audio", "video", "table", "document"] as const;

/**
 * What a request lacks, in words: something to work on, where its words would fit several tasks; otherwise what the task
 * that it would be with it takes, beyond conversions where no medium is named ("summarize" wants a text, and no picture of
 * one); null where it would be for none.
 */
function missingIn(asked: DividedRequest, ranker: Ranker): string | null {
  const named = kindsNamed(asked.view).filter((kind) => kind !== "text");
  const ranked = (named.length > 0 ? named : MATERIAL)
    .map((kind) => ranker.rank({ ...asked.view, kinds: [kind] }))
    .toSorted((a, b) => a.idle - b.idle);
  const fitting = ranked.filter(({ idle }) => idle < MAX_IDLE_OF_FITTING);
  const wishes = new Set(fitting.map((of) => sketchIn(of)?.tasks.at(-1)?.type));
  const isOrdered = asked.clauses.some(({ as, text }) => as === "order" && !pointsOnly(text));
  if (wishes.size === 0 || (wishes.size > 1 && !isOrdered)) return ASK_FOR_ANYTHING;
  const [likeliest] = ranked;
  const sketch = likeliest && sketchIn(likeliest);
  const bound = sketch ? bindSketch(sketch, asked, () => false) : null;
  if (!sketch || !bound || !("missing" in bound)) return null;
  const isGiver = (place: number): boolean => sketch.links.some(([from]) => from === place);
  const types = sketch.tasks.map(({ type }) => asked.request.ontology.get(type));
  const wished = types.find((type, place) => !(type?.converts && isGiver(place)));
  const port = wished && objectPort(wished);
  return wished && port ? askFor(wished, named.length === 0 ? port : { ...port, kinds: named }) : bound.missing;
}

/** What is understood of another language is little, so that a plan for it has to be surer than this. */
const MIN_FOREIGN_CONFIDENCE = 0.7;

/** A plan's confidence is worth less where arguments could not be bound as the sketch has it: in its links, in its tasks. */
const WORTH = { all: 1, types: 0.85, nothing: 0.3 } as const;
/** And for each part of the request that no task carries. */
const WORTH_OF_GAP = 0.6;

/** In whole hundredths: no more of it is known, and none is above a threshold that it is not. */
const confidenceOf = ({ keeps, leftOut }: Bound, { confidence }: PlanSketch, { idle }: RankedRequest): number | null =>
  confidence === null
    ? null
    : Math.floor(100 * (1 - idle) * confidence * WORTH[keeps] * WORTH_OF_GAP ** leftOut.length) / 100;

/** Whether a plan would run without being asked about. */
const isSure = ({ understanding }: Extract<PlanReply, { as: "plan" }>): boolean =>
  (understanding?.confidence ?? 1) >= CONFIDENCE_THRESHOLDS.ask;

/** Everything counts as switched on where nobody says what is. */
const ALL_ON: SystemFacts = {
  does: () => true,
  isInstructed: () => true,
  isEmbeddedOnly: () => false,
  wouldDo: () => [],
  deployment: { needsKey: false, languageModel: null, providers: [], retentionDays: null },
};
