import { expect, test } from "vitest";
import type { ConversationView, ResourceView, RunView } from "../../../../src/client/client.ts";
import { currentRun, turnsOf, withMessage, withStatus } from "../../../../web/chat/turns.ts";
import { BEGUN_RUN } from "../../begun-run.ts";

const AT = "2026-11-22T12:00:00.000Z";

const file = (id: string): ResourceView => ({
  id,
  name: `${id}.png`,
  kind: "image",
  mediaType: "image/png",
  bytes: 1,
  sha256: "",
  createdAt: AT,
  url: `/v1/resources/${id}`,
  urlExpiresAt: AT,
});

const summary = (id: string, status: RunView["status"], text = id) => ({ id, status, text, createdAt: AT });
const said = (role: "user" | "assistant", run: string, text: string, resources: readonly string[] = []) => ({
  ...{ role, run, text, resources },
  at: AT,
});

const CONVERSATION: ConversationView = {
  id: "conv_1",
  createdAt: AT,
  log: [
    said("user", "run_1", "draw", ["photo"]),
    said("user", "run_2", "blur"),
    said("assistant", "run_1", "drawn", ["drawing", "gone"]),
    said("user", "run_3", "and now"),
  ],
  runs: [summary("run_1", "succeeded"), summary("run_2", "running"), summary("run_3", "planning")],
  resources: [file("photo"), file("drawing")],
};

const run = (id: string, text: string): RunView => ({ ...BEGUN_RUN, id, text, createdAt: AT });

test("a turn is a message with what became of it, whatever was said between", () => {
  expect(turnsOf(CONVERSATION)).toEqual([
    {
      ...{ run: "run_1", status: "succeeded", text: "draw", answer: "drawn", before: 0 },
      attached: [file("photo")],
      made: [file("drawing")],
    },
    { run: "run_2", status: "running", text: "blur", attached: [], answer: null, made: [], before: 0 },
    { run: "run_3", status: "planning", text: "and now", attached: [], answer: null, made: [], before: 1 },
  ]);
});

test("a run whose message is no longer in the log says what it was asked", () => {
  const [turn] = turnsOf({ ...CONVERSATION, log: [], runs: [summary("run_0", "failed", "long ago")] });
  expect(turn).toMatchObject({ text: "long ago", answer: null, attached: [] });
});

test("the current run is the first that has not ended", () => {
  expect(currentRun(CONVERSATION)).toBe("run_2");
  expect(currentRun({ ...CONVERSATION, runs: [summary("run_1", "partial"), summary("run_2", "cancelled")] })).toBe(
    null,
  );
});

test("a message that was sent is there before the server is asked", () => {
  const opened = withMessage(undefined, run("run_1", "hello"), [file("photo")]);
  expect(turnsOf(opened)).toMatchObject([{ run: "run_1", text: "hello", attached: [file("photo")], before: 0 }]);

  const next = withMessage(opened, run("run_2", "more"), [file("photo"), file("other")]);
  expect(turnsOf(next).map(({ before }) => before)).toEqual([0, 1]);
  expect(next.resources.map(({ id }) => id)).toEqual(["photo", "other"]);
});

test("a message that the server already told of is not there twice", () => {
  expect(withMessage(CONVERSATION, run("run_2", "blur"), [])).toBe(CONVERSATION);
});

test("what became of a run moves the others up", () => {
  const after = withStatus(CONVERSATION, { ...run("run_2", "blur"), status: "cancelled" });
  expect(currentRun(after)).toBe("run_3");
  expect(turnsOf(after).map(({ before }) => before)).toEqual([0, 0, 0]);
});
