import type { JsonValue } from "../../../domain/json.ts";

/** A call of a route and what comes of it, shortened where it is long: `/openapi.json` shows it, and a test makes it. */
export interface RouteExample {
  /** In the path, the query and the headers, by name. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly body?: { readonly mediaType: string; readonly value: JsonValue };
  readonly answer: {
    readonly status: number;
    /** Null for an answer without a body. */
    readonly mediaType: string | null;
    /** Left out for what is no text. */
    readonly value?: JsonValue;
  };
}

/** Examples by the names of their routes. */
export type RouteExamples = Readonly<Record<string, RouteExample>>;

export const json = (value: JsonValue): NonNullable<RouteExample["body"]> => ({ mediaType: "application/json", value });
export const answer = (value: JsonValue, status = 200): RouteExample["answer"] => ({ status, ...json(value) });
export const NO_BODY: RouteExample["answer"] = { status: 204, mediaType: null };
