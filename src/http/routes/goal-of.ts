import { AppError } from "../../domain/errors.ts";
import type { GoalRpc } from "../../rpc/goals.ts";
import type { AppContext } from "../context.ts";
import { param } from "../route.ts";

/** A goal of the caller's. */
export interface NamedGoal {
  /** Public id. */
  readonly id: string;
  /** Its own part of that. */
  readonly part: string;
  readonly rpc: GoalRpc;
}

/** The goal that the address names. @throws {AppError} `not-found` for an id that is not the caller's */
export const goalOf = (c: AppContext): Promise<NamedGoal> => findGoal(c, param(c, "id"));

/** The goal of an id. @throws {AppError} `not-found` for an id that is not the caller's */
export async function findGoal(c: AppContext, id: string): Promise<NamedGoal> {
  const { wiring, holder } = c.var;
  const part = await wiring.ids.readGoal(holder.tenant, id);
  if (part === null) throw new AppError("not-found", `There is no goal ${id.slice(0, 100)}`);
  return { id, part, rpc: wiring.goal(holder.tenant, part) };
}
