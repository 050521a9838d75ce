import type { Context } from "hono";
import type { KeyHolder } from "../domain/api-key.ts";
import type { Failure, Issue } from "../domain/errors.ts";
import type { Wiring } from "../wiring.ts";
import type { Views } from "./views.ts";

/** What a problem was made of. */
export interface AnsweredProblem {
  readonly fault: Failure;
  /** Faults with their places, beside those of `fault` itself. */
  readonly issues: readonly Issue[];
}

export interface AppEnv {
  readonly Bindings: Env;
  readonly Variables: {
    requestId: string;
    wiring: Wiring;
    /** The caller; set where the route wants a key or a link (`RouteSpec.access`), as `views` is. */
    holder: KeyHolder;
    views: Views;
    /** Set once the request was answered with a problem, for surfaces that have errors of their own. */
    problem?: AnsweredProblem;
  };
}

export type AppContext = Context<AppEnv>;

/**
 * The origin of links in answers to this request: the deployment's own where `PUBLIC_URL` is set, else the one that the
 * request names. Only for what the caller alone reads, as the host of a request is whatever its sender wrote.
 */
export const originOf = (c: AppContext): string => c.var.wiring.config.publicUrl ?? new URL(c.req.url).origin;
