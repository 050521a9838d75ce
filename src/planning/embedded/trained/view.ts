import { type BaseKind, baseKind } from "../../../domain/kinds.ts";
import { dependencies } from "../../../domain/plan.ts";
import type { PlanReply, PlanRequest } from "../../controller.ts";
import type { MaskedRequest } from "../parts.ts";
import { type RequestToken, tokensOf } from "./tokens.ts";

/** What the trained planner is told of a request. */
export interface RequestView {
  readonly tokens: readonly RequestToken[];
  /** The instruction with its parts masked. */
  readonly masked: string;
  /** Kinds of the files at hand, one entry a file: of the message first, or of earlier turns where it has none. */
  readonly kinds: readonly BaseKind[];
  /** The files at hand are of earlier turns. */
  readonly isFollowUp: boolean;
  /** What the rules make of the request; nothing unless they reply with a plan. */
  readonly byRules: Sketch;
  readonly rulesReply: "plan" | "ask" | "reply";
}

/** A plan without its arguments. */
export interface Sketch {
  readonly types: readonly string[];
  /** Places in `types`: giver, taker. */
  readonly links: readonly (readonly [number, number])[];
}

/** More say nothing more. */
const MAX_FILES = 16;

/** What the trained planner is told of a request, once the rules have read it. */
export function viewOf({ attached, log }: PlanRequest, reading: MaskedRequest, reply: PlanReply): RequestView {
  const isOnItsOwn = attached.length > 0 || (bringsWords(reading) && !POINTS_BACK.test(reading.masked));
  const logged = isOnItsOwn ? [] : log.toReversed().flatMap(({ resources }) => resources);
  return {
    tokens: tokensOf(reading),
    masked: reading.masked,
    kinds: [...attached, ...logged].slice(0, MAX_FILES).map(({ kind }) => baseKind(kind)),
    isFollowUp: logged.length > 0,
    byRules: sketchOf(reply),
    rulesReply: reply.as === "written" ? "plan" : reply.as,
  };
}

/** "the above image": words that mean a file of an earlier turn although the message quotes something. */
const POINTS_BACK =
  /\b(?:above|previous|earlier|last|same|(?:that|this|the) (?:new |edited |blurred |generated )?(?:image|picture|photo|recording|audio|clip|video|file|document|pdf|table))\b/i;

/** Quoted or pasted words are what a message is about, rather than files of earlier turns. */
const bringsWords = ({ parts }: MaskedRequest): boolean =>
  parts.some(({ part }) => part.as === "quote" || part.as === "passage" || part.as === "code");

function sketchOf(reply: PlanReply): Sketch {
  if (reply.as !== "plan") return { types: [], links: [] };
  const { tasks } = reply.plan;
  const places = new Map(tasks.map(({ id }, place) => [id, place]));
  return {
    types: tasks.map(({ type }) => type),
    links: tasks.flatMap((task, to) =>
      dependencies(task).flatMap((giver) => {
        const from = places.get(giver);
        return from === undefined ? [] : [[from, to] as const];
      }),
    ),
  };
}
