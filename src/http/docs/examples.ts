import type { JsonValue } from "../../domain/json.ts";
import type { ProblemView } from "../schemas/views.ts";

/** A call of a route and what came of it, shortened where it is long. */
export interface RouteExample {
  /** In the path, the query and the headers, by name. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly body?: { readonly mediaType: string; readonly value: JsonValue };
  readonly answer: {
    readonly status: number;
    /** Null for an answer without a body. */
    readonly mediaType: string | null;
    /** Left out for what is no text, or very long. */
    readonly value?: JsonValue;
  };
}

export interface Examples {
  /** By the names of their routes. */
  readonly routes: Readonly<Record<string, RouteExample>>;
  readonly problem: ProblemView;
}

/** Calls of every route as `test/http/docs/examples.test.ts` recorded them, in `examples.json`. */
export async function readExamples(): Promise<Examples> {
  return (await import("./examples.json", { with: { type: "json" } })).default;
}
