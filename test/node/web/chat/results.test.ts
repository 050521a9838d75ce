import { expect, test } from "vitest";
import type { ResourceView, TaskView, ValueView } from "../../../../src/client/client.ts";
import { resultsOf } from "../../../../web/chat/made-results.tsx";

const file = (id: string): ResourceView => ({
  ...{ id, name: `${id}.png`, kind: "image", mediaType: "image/png", bytes: 1, sha256: "" },
  ...{ createdAt: "", url: "", urlExpiresAt: "" },
});

const task = (
  id: number,
  outputs: { readonly [port: string]: ValueView },
  dep: readonly number[] = [-1],
): TaskView => ({
  ...{
    task: "a-task",
    title: "Do a task",
    id,
    dep,
    args: { image: "res_0" },
    candidates: [],
    status: "succeeded",
    attempts: [],
  },
  ...{ outputs, notes: [], usage: { usd: 0, unpricedCalls: 0 }, startedAt: null, endedAt: null },
});

const BOXES: ValueView = {
  kind: "data",
  data: [{ label: "dog", score: 0.9, box: { xmin: 0, ymin: 0, xmax: 1, ymax: 1 } }],
};
const made = (id: string): ValueView => ({ kind: "image", resource: file(id) });
const idsOf = ({ tasks, files }: ReturnType<typeof resultsOf>) => ({
  tasks: tasks.map(({ id }) => id),
  files: files.map(({ id }) => id),
});

test("files are shown by the task that made them, and a text is left to the answer", () => {
  const tasks = [task(0, { text: { kind: "text", text: "read" } }), task(1, { image: made("drawing") })];
  expect(idsOf(resultsOf({ tasks, files: [file("drawing"), file("other")] }, [file("res_0")]))).toEqual({
    tasks: [1],
    files: ["other"],
  });
});

test("beside an answer in words only its file is shown", () => {
  const answer = { text: "Oslo: 5", kind: "text" } as const;
  const tasks = [task(0, { answer, table: made("rows"), evidence: { kind: "data", data: { answer: "Oslo: 5" } } })];
  expect(idsOf(resultsOf({ tasks, files: [file("rows")] }, []))).toEqual({ tasks: [], files: ["rows"] });
});

test("what was found in a picture is shown on it, unless it was only needed on the way", () => {
  const found = task(0, { predictions: BOXES });
  const run = { tasks: [found], files: [] };
  expect(idsOf(resultsOf(run, [file("res_0")])).tasks).toEqual([0]);
  const needed = { tasks: [found, task(1, {}, [0])], files: [] };
  expect(idsOf(resultsOf(needed, [file("res_0")])).tasks).toEqual([]);
});

test("a run of which only the log tells shows its files", () => {
  expect(idsOf(resultsOf({ tasks: [], files: [file("drawing")] }, []))).toEqual({ tasks: [], files: ["drawing"] });
});
