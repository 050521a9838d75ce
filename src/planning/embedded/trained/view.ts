import { baseKind } from "../../../domain/kinds.ts";
import { dependencies } from "../../../domain/plan.ts";
import type { PlanReply, PlanRequest } from "../../controller.ts";
import type { Reading } from "../parts.ts";
import type { Sketch, View } from "./features.ts";
import { tokensOf } from "./tokens.ts";

/** What the trained planner is told of a request, once the rules have read it. */
export function viewOf({ attached, log }: PlanRequest, reading: Reading, reply: PlanReply): View {
  const logged = attached.length > 0 ? [] : log.toReversed().flatMap(({ resources }) => resources);
  return {
    tokens: tokensOf(reading),
    masked: reading.masked,
    kinds: [...attached, ...logged].slice(0, MAX_FILES).map(({ kind }) => baseKind(kind)),
    isFollowUp: logged.length > 0,
    byRules: sketchOf(reply),
    rulesReply: reply.as === "written" ? "plan" : reply.as,
  };
}

/** More say nothing more. */
const MAX_FILES = 16;

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
