import { addressesInPlan } from "../../domain/addresses.ts";
import type { Raise } from "../../domain/budget.ts";
import { ok, type Result } from "../../domain/result.ts";
import type { ConversationRpc } from "../../rpc/index.ts";
import type { AppContext } from "../context.ts";
import { unsafeUrl } from "../pointers.ts";
import { problem } from "../problem.ts";
import { type Route, route } from "../route.ts";
import { approvalBody, messageBody, resumeBody, runQuery } from "../schemas/requests.ts";
import { withExhaustion } from "../start-run.ts";
import { runOf } from "./conversation-of.ts";
import { answerRun, RUN_ANSWER, START_ANSWERS, START_HEADERS, start } from "./run-answer.ts";

const startRoute = route(
  {
    method: "post",
    path: "/v1/runs",
    name: "startRun",
    summary: "Start a conversation with one message",
    access: "key",
    headers: START_HEADERS,
    body: messageBody,
    answers: START_ANSWERS,
  },
  (c, input) => start(c, null, { ...input, body: withExhaustion(c, input.body) }),
);

const readRoute = route(
  {
    method: "get",
    path: "/v1/runs/{id}",
    name: "readRun",
    summary: "Status, plan, tasks, usage and answer of a run",
    description:
      "With `since`, the `seq` of the run as it was read before, `tasks` has only those that changed since then; the answer repeats `since`. Where that cannot be told, as there is another plan or the run has ended, it comes without and has all tasks.",
    access: "key",
    query: runQuery,
    answers: RUN_ANSWER,
  },
  async (c, { query: { since } }) => {
    const { id, rpc } = await runOf(c);
    return answerRun(c, await rpc.run(id, since));
  },
);

const approveRoute = route(
  {
    method: "post",
    path: "/v1/runs/{id}/approve",
    name: "approvePlan",
    summary: "Approve a plan, as it is or edited, or reject it",
    description:
      'For a run that was started with `approval: "plan"` and has the status `awaiting-approval`. An edited plan is proved again; a version that is no longer the current one is refused with `stale-plan`.',
    access: "key",
    body: approvalBody,
    answers: RUN_ANSWER,
  },
  async (c, { body }) => {
    const { planVersion, decision, plan } = body;
    const { id, rpc } = await runOf(c);
    const fault = unsafeUrl(addressesInPlan(plan), c.var.wiring);
    if (fault && !fault.ok) return problem(c, fault.error);
    return answerRun(c, await rpc.approve(id, { planVersion, decision, ...(plan === undefined ? {} : { plan }) }));
  },
);

/** What a person may ask of a run without saying more; each is idempotent. */
const REQUESTS = {
  cancel: "Cancel a run; what is under way stops",
  pause: "Pause a run; tasks under way end, and no other begins",
} as const satisfies Partial<Record<keyof ConversationRpc, string>>;

const requestRoute = (action: keyof typeof REQUESTS): Route =>
  route(
    {
      method: "post",
      path: `/v1/runs/{id}/${action}`,
      name: `${action}Run`,
      summary: REQUESTS[action],
      access: "key",
      answers: RUN_ANSWER,
    },
    async (c) => {
      const { id, rpc } = await runOf(c);
      return answerRun(c, await rpc[action](id));
    },
  );

/** A raise that sets aside no more than the key of the run has left of the day; `budget-exceeded` where that is nothing. */
async function withinKey(c: AppContext, run: string, raise?: Raise): Promise<Result<Raise | undefined>> {
  if (raise?.usd === undefined) return ok(raise);
  const { wiring, holder } = c.var;
  const raised = await wiring.tenant(holder.tenant).raiseRun(run, raise.usd, holder.keyId);
  return raised.ok ? ok({ ...raise, usd: raised.value }) : raised;
}

const resumeRoute = route(
  {
    method: "post",
    path: "/v1/runs/{id}/resume",
    name: "resumeRun",
    summary: "Go on with a paused run, with a higher budget if one is given",
    description:
      "A run that paused because its budget is used up goes on only with a higher one: `budget-exceeded` says so otherwise. Of money, a run is raised to as much as its key has left of the day (`usdPerDay`); where that is nothing, it is refused with `budget-exceeded` as well. Where what is given is still too little it pauses again.",
    access: "key",
    body: resumeBody,
    answers: RUN_ANSWER,
  },
  async (c, { body }) => {
    const { id, rpc } = await runOf(c);
    const raise = await withinKey(c, id, body.budget);
    return answerRun(c, raise.ok ? await rpc.resume(id, raise.value) : raise);
  },
);

export const runRoutes: readonly Route[] = [
  startRoute,
  readRoute,
  approveRoute,
  requestRoute("cancel"),
  requestRoute("pause"),
  resumeRoute,
];
