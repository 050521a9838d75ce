import type { JsonValue } from "../../../domain/json.ts";
import type { ProblemView } from "../../../domain/views.ts";

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

/** What the examples are about; the test that makes their calls puts what it has made in place of these. */
export const ORIGIN = "https://impresario.example";
export const RUN = "run_054daf7941971bb235102f17e606a4e7ed085d6fc294";
/** It begins after the other one. */
export const NEXT_RUN = "run_054daf7941971bb23510be63bfe20a299f7530dead85";
export const CONVERSATION = "conv_054daf7941971bb235104229b5665da4db18";
/** An upload. */
export const PHOTO = "res_0000000000000000000042dd6e531d06ed6abee3cfc5f1924e718195";
/** What the runs made. */
export const EDGES = "res_054daf7941971bb23510080ced6e1947870d4c45d18839c3a4ee38ad";
export const SMALLER = "res_054daf7941971bb235102ae6f58fa297e7b1ab3671d36a71c1fab825";
/** An inbound webhook. */
export const HOOK = "hook_00000000000a11ce3f9d1c07a2b86e5d40f1c9d27be0a4836f15";
/** An endpoint that is told of runs, where it answers, and what it was told. */
export const WEBHOOK = "whe_5c0e7d1f2a9b4836e0d1";
export const WEBHOOK_URL = "https://shop.example.com/webhooks/impresario";
export const DELIVERY = "msg_054daf7941971bb235107e2a90c4d1f38b6a5c02d37c19f04be856a2";
/** Where a model of somebody's own answers. */
export const OWN_MODEL_URL = "https://models.example.com/caption";

/** What an answer looks like that says what went wrong. */
export const PROBLEM_EXAMPLE: ProblemView = {
  type: "urn:impresario:problem:invalid-request",
  title: "The request is not valid",
  status: 400,
  code: "invalid-request",
  detail: "The body of the request is not as described in /openapi.json",
  requestId: "6cf35802-ae2f-40d5-81da-228c1c73916c",
  issues: [{ path: "text", message: "A message needs a text or a plan" }],
};
