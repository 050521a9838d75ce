import { LEFT_OUT } from "../../domain/answer-form.ts";
import type { PlanReply, PlanRequest } from "../controller.ts";
import { type AskedQuestions, addEntities, quotedTexts } from "./answer.ts";
import { askForFile } from "./ask.ts";
import { divide } from "./clauses.ts";
import { ownWords } from "./own-words.ts";
import type { MaskedRequest } from "./parts.ts";
import { MAX_EMBEDDED_TASKS, PlanBuilder } from "./plan-builder.ts";
import { planClause } from "./plan-clause.ts";
import { ReferentIndex } from "./referent-index.ts";
import { scan } from "./scan.ts";
import { abilities, cannot, smallTalk } from "./small-talk.ts";

/** "do the same for the other photo". */
const REPEATS = /\b(?:do|try|repeat|run) (?:it|that|this|the same)\b|\bthe same (?:for|with|to|on)\b/i;

/** Enough to recognise a part of the request by. */
const MAX_LEFT_OUT_CHARS = 200;

/** Names shown when asking what to do with attachments. */
const MAX_NAMES = 5;

/** What the rules make of a request, and what they read in it. */
export interface Ruled {
  readonly reply: PlanReply;
  readonly reading: MaskedRequest;
}

/** Plans by cues, grammar and the kinds of what is at hand. Deterministic; never throws. */
export function planByRules(request: PlanRequest): Ruled {
  const logged = request.log.toReversed().flatMap((turn) => turn.resources);
  const reading = scan(request.text, [...request.attached, ...logged]);
  return { reply: replyTo(request, reading), reading };
}

function replyTo(request: PlanRequest, reading: MaskedRequest): PlanReply {
  const talk = smallTalk(request.text, request.ontology);
  if (talk !== null && request.attached.length === 0) return { as: "reply", text: talk };

  const shop = openWorkshop(request, reading);
  const clauses = divide(reading.masked, reading.parts);
  const asked: AskedQuestions = { previous: null, entityQuestions: new Map() };
  const unfit: string[] = [];
  for (const [index, clause] of clauses.entries()) {
    const done = planClause(clause, clauses[index + 1], asked, shop);
    if (!done) unfit.push(ownWords(clause));
  }
  addEntities(asked, shop);

  if (shop.missing !== null) return { as: "ask", text: shop.missing };
  if (shop.tasks.length > 0) {
    const leftOut = unfit.map((text) => `${LEFT_OUT}“${text.slice(0, MAX_LEFT_OUT_CHARS)}”`);
    return { as: "plan", plan: { tasks: shop.tasks }, notes: [...notesOf(shop), ...leftOut] };
  }
  const lost = reading.parts.find(({ part }) => part.as === "file" && !part.resource)?.part;
  if (lost?.as === "file") return { as: "ask", text: askForFile(lost.name) };
  if (REPEATS.test(request.text))
    return {
      as: "ask",
      text: "Please say again what is to be done, and with what: I know the files of earlier messages, but not which of what was done you mean.",
    };
  if (unfit.length > 0) return { as: "reply", text: cannot(request.ontology) };
  if (request.attached.length > 0) return { as: "ask", text: askWhat(request) };
  if (talk !== null) return { as: "reply", text: talk };
  return request.text.trim() === ""
    ? { as: "ask", text: `What should I do? ${abilities(request.ontology)}` }
    : { as: "reply", text: cannot(request.ontology) };
}

/** A plan in the making, with all that can be meant in sight. */
export function openWorkshop({ ontology, log, attached }: PlanRequest, reading: MaskedRequest): PlanBuilder {
  const letters = new Map(
    reading.parts.flatMap(({ part }) =>
      part.as === "file" && part.resource && part.letter !== null ? [[part.resource.id, part.letter] as const] : [],
    ),
  );
  const shop = new PlanBuilder(ontology, new ReferentIndex(log, attached, letters, quotedTexts(reading)), reading);
  if (reading.cut) shop.note(`${LEFT_OUT}the end of a very long request; only its beginning was read as instruction.`);
  return shop;
}

/** What is said of a plan that was made. */
export const notesOf = (shop: PlanBuilder): readonly string[] =>
  shop.isCut
    ? [`${LEFT_OUT}all beyond the ${MAX_EMBEDDED_TASKS} tasks that one request may make`, ...shop.notes]
    : shop.notes;

function askWhat({ attached, ontology }: PlanRequest): string {
  const names = attached.slice(0, MAX_NAMES).map(({ name }) => name);
  const more = attached.length > MAX_NAMES ? ` and ${attached.length - MAX_NAMES} more` : "";
  return `What should I do with ${names.join(", ")}${more}? ${abilities(ontology)}`;
}
