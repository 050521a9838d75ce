import { type BaseKind, baseKind, fitsAny, type Kind } from "../../../domain/kinds.ts";
import { type Ontology, ownTypesOf } from "../../../domain/task-types/index.ts";
import type { ChatLogEntry, PlanRequest } from "../../controller.ts";
import type { MaskedRequest } from "./parts.ts";
import { plainAnswer } from "./plain-answer.ts";
import { partsSaidBefore } from "./scan.ts";
import { type RequestToken, tokensOf } from "./tokens.ts";
import { isPaperName } from "./vocabulary.ts";

/** What the trained planner is told of a request. */
export interface RequestView {
  readonly tokens: readonly RequestToken[];
  /** The instruction with its parts masked. */
  readonly masked: string;
  /** Kinds of the files and written tables at hand, one each: of the message, or of earlier turns where it has none. */
  readonly kinds: readonly BaseKind[];
  /** One of them is called what papers are called: an invoice, a scan. */
  readonly hasPaper: boolean;
  /** The files at hand are of earlier turns. */
  readonly isFollowUp: boolean;
}

/** Whether the request goes on behind the words that are read of it. */
export function isCut({ tokens, masked }: RequestView): boolean {
  const last = tokens.at(-1);
  return last !== undefined && /[\p{L}\p{N}]/u.test(masked.slice(last.at).replace(/^@?[\p{L}\p{N}'_-]+/u, ""));
}

/** More say nothing more. */
const MAX_FILES = 16;

/** What the trained planner is told of a request. */
export function viewOf({ attached, log, ontology }: PlanRequest, reading: MaskedRequest): RequestView {
  const isOnItsOwn = attached.length > 0 || (bringsWords(reading.parts) && !POINTS_BACK.test(reading.masked));
  const logged = isOnItsOwn ? [] : log.toReversed().flatMap(({ resources }) => resources);
  const asked = log.findLast(({ role }) => role === "user");
  const hasWords = saysSomething(lastAnswer(log)) || (asked !== undefined && bringsWords(partsSaidBefore(asked.text)));
  const said = isOnItsOwn || !hasWords ? [] : (["text"] as const);
  return {
    tokens: tokensOf(reading),
    masked: reading.masked,
    kinds: [
      ...[...attached, ...logged].slice(0, MAX_FILES).flatMap(({ kind }) => kindsAtHand(kind, ontology)),
      ...reading.parts.flatMap(({ part }) => (part.as === "table" ? (["table"] as const) : [])),
      ...said,
    ],
    hasPaper: [...attached, ...logged].slice(0, MAX_FILES).some(({ name }) => isPaperName(name)),
    isFollowUp: logged.length > 0 || said.length > 0,
  };
}

/** The last that was done; who says thanks goes on with it. */
const lastAnswer = (log: PlanRequest["log"]): ChatLogEntry | undefined =>
  log.findLast((turn) => turn.role === "assistant" && (turn.resources.length > 0 || plainAnswer(turn) !== ""));

/** An answer in words can be taken up again: "read it aloud". */
const saysSomething = (turn: ChatLogEntry | undefined): boolean =>
  turn?.role === "assistant" && turn.resources.length === 0 && plainAnswer(turn) !== "";

/** What a file is, or, where the deployment has converters of its own for it, what they make of it. */
function kindsAtHand(kind: Kind, ontology: Ontology): readonly BaseKind[] {
  const made = ownTypesOf(ontology)
    .filter(({ converts, inputs }) => converts && inputs.some((port) => fitsAny(kind, port.kinds)))
    .flatMap(({ outputs }) => outputs.flatMap((port) => port.kinds.map(baseKind)));
  return made.length > 0 ? [...new Set(made)] : [baseKind(kind)];
}

/** "the above image": words that mean a file of an earlier turn although the message quotes something. */
const POINTS_BACK =
  /\b(?:above|previous|earlier|last|same|(?:that|this|the) (?:new |edited |blurred |generated )?(?:image|picture|photo|recording|audio|clip|video|file|document|pdf|table))\b/i;

/** Quoted or pasted words are what a message is about, rather than files of earlier turns. */
const bringsWords = (parts: MaskedRequest["parts"]): boolean =>
  parts.some(({ part }) => part.as === "quote" || part.as === "passage" || part.as === "code" || part.as === "table");
