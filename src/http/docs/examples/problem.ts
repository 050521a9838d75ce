import type { ProblemView } from "../../../domain/views.ts";

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
