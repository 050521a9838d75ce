import { describe, expect, it } from "vitest";
import type { EventBody, RunEvent } from "../../../src/domain/events.ts";
import type { Resource } from "../../../src/domain/resources.ts";
import { apply } from "../../../src/domain/run/apply.ts";
import type { RunState } from "../../../src/domain/run/state.ts";
import type { StructuredAnswer } from "../../../src/domain/structured/answer-schema.ts";
import { FORMATS, payloadOf } from "../../../src/domain/webhooks/payload.ts";
import { deletedFacts, factsOf } from "../../../src/domain/webhooks/run-facts.ts";

const AT = Date.UTC(2026, 10, 22);
const RUN = "run_1";
const file = (n: number): Resource => ({
  ...{ id: `res_${n}`, name: `${n}.png`, kind: "image", mediaType: "image/png", bytes: n, sha256: "0", createdAt: AT },
  origin: { by: "url", url: "https://example.com/?token=secret" },
});
const texts = (text: string) => ({ text: { as: "text", kind: "text", text } }) as const;

/** A run of tasks that all ended, each with a file and a text. */
function ended(tasks: number, text: string, answer: string, structured?: StructuredAnswer): RunState {
  const end = (task: number): EventBody => ({
    type: "task-end",
    data: {
      ...{ task, attempt: 1, status: "succeeded", notes: [] },
      outputs: { image: { as: "resource", kind: "image", resource: file(task) }, ...texts(text) },
    },
  });
  const plan = { tasks: Array.from({ length: tasks }, (_, id) => ({ id, type: "image-to-text", args: {} })) };
  const planned = { as: "plan", plan, notes: [] } as const;
  const facts = { attempt: 1, version: 1, controller: "user", fetched: [], referenced: [], durationMs: 1 };
  const bodies: readonly EventBody[] = [
    { type: "run-start", data: { run: RUN, text: "", attached: [], approval: "none", budget: { timeMs: 1 } } },
    { type: "plan-end", data: { ...facts, planned } },
    ...plan.tasks.map(({ id }) => end(id)),
    { type: "run-end", data: { status: "succeeded", answer, ...(structured ? { structured } : {}) } },
  ];
  return bodies.reduce<RunState | null>((state, body, n) => {
    return apply(state, { ...body, seq: n + 1, at: AT + n } as RunEvent);
  }, null) as RunState;
}

const link = async ({ id }: { readonly id: string }) => ({ url: `https://example.com/${id}`, expiresAt: AT });
const END: EventBody = { type: "run-end", data: { status: "succeeded", answer: "" } };
const payload = async (state: RunState, event: EventBody = END, linked: typeof link | (() => Promise<null>) = link) => {
  const facts = factsOf(event, state, AT);
  if (!facts) throw new Error("There is nothing to tell");
  return payloadOf(facts, { conversation: async () => "conv_1", origin: "", link: linked });
};

describe("a payload", () => {
  it("stays small, however much there is to tell", async () => {
    const told = await payload(ended(256, "x".repeat(8_192), `${"é".repeat(7_999)}😀 and more`));
    expect(JSON.stringify(told).length).toBeLessThan(20_000);
    const { run } = told.data;
    expect([run?.answer?.length, run?.isAnswerCut, run?.files.length, run?.moreFiles]).toEqual([8_000, true, 16, 240]);
    expect(run?.answer?.isWellFormed()).toBe(true);
  });

  it("has what the form of the answer was filled with, unless that is long", async () => {
    const filled = (text: string): StructuredAnswer => ({ as: "filled", value: { text }, by: "embedded" });
    const short = filled("x".repeat(3_900));
    const told = await payload(ended(256, "x".repeat(8_192), "é".repeat(9_000), short));
    expect(told.data.run?.structured).toEqual(short);
    expect(JSON.stringify(told).length).toBeLessThan(20_000);
    expect((await payload(ended(1, "", "", filled("x".repeat(4_000))))).data.run).not.toHaveProperty("structured");
  });

  it("has of a file what identifies it and a link, and not where it came from", async () => {
    const told = await payload(ended(1, "", ""));
    expect(told.data.run?.files).toEqual([
      {
        ...{ id: "res_0", name: "0.png", kind: "image", mediaType: "image/png", bytes: 0, sha256: "0" },
        ...{ url: "https://example.com/res_0", urlExpiresAt: "2026-11-22T00:00:00.000Z" },
      },
    ]);
    expect(JSON.stringify(told)).not.toContain("token=secret");
  });

  it("leaves out files that are gone", async () => {
    const gone = async () => null;
    const state = ended(1, "", "");
    const task: EventBody = {
      type: "task-end",
      data: { task: 0, attempt: 1, status: "succeeded", outputs: {}, notes: [] },
    };
    expect((await payload(state, END, gone)).data.run?.files).toEqual([]);
    expect(Object.keys((await payload(state, task, gone)).data.task?.outputs ?? {})).toEqual(["text"]);
  });

  it("cuts long outputs of a task, and says so", async () => {
    const data = { task: 0, attempt: 1, status: "succeeded", outputs: {}, notes: [] } as const;
    const told = await payload(ended(1, "x".repeat(3_000), ""), { type: "task-end", data });
    expect(told.data.task?.outputs.text).toEqual({ kind: "text", text: "x".repeat(2_000), isCut: true });
  });

  it("of a run that was deleted says that it was cancelled", async () => {
    const { end: _end, ...open } = ended(1, "", "half an answer");
    const facts = deletedFacts({ ...open, end: null }, AT);
    const told = await payloadOf(facts, { conversation: async () => "conv_1", origin: "", link });
    expect(told).toMatchObject({
      type: "run.cancelled",
      data: { run: { status: "cancelled", error: { code: "cancelled", message: "The conversation was deleted" } } },
    });
  });

  it("reaches Slack as a message that only who asked sees", async () => {
    const body = FORMATS.slack.body(await payload(ended(1, "", "**Done** <!channel>")));
    expect(body).toMatchObject({
      response_type: "ephemeral",
      text: expect.stringContaining("*Done* &lt;!channel&gt;"),
    });
    expect(FORMATS.slack.isSigned).toBe(false);
  });
});
