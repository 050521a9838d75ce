import { expect, test } from "vitest";
import { ApiError, type Client, type RunEvent, type RunView } from "../../../../src/client/client.ts";
import type { Presence } from "../../../../web/api/presence.ts";
import { watchRun } from "../../../../web/api/watch-run.ts";
import { eventually } from "../../../eventually.ts";
import { BEGUN_RUN } from "../../begun-run.ts";

const here: Presence = async (signal) => signal;
const atOnce = async (_: number, signal?: AbortSignal): Promise<void> => signal?.throwIfAborted();

const run = (status: RunView["status"], answer: string | null = null): RunView => ({
  ...{ ...BEGUN_RUN, status, answer, planVersion: 1 },
  endedAt: status === "succeeded" ? "2026-11-22T12:00:00.000Z" : null,
});

const event = (seq: number, type: string, text = ""): RunEvent =>
  ({ seq, type, at: "", data: { text } }) as unknown as RunEvent;

/** A server whose answers the test gives one by one. */
function server(streams: (after: number, signal: AbortSignal) => AsyncIterable<RunEvent>) {
  const asked: PromiseWithResolvers<RunView>[] = [];
  const opened: number[] = [];
  const known: (RunView | undefined)[] = [];
  const client = {
    run: (_: string, options: { known?: RunView }) => {
      known.push(options.known);
      const answer = Promise.withResolvers<RunView>();
      asked.push(answer);
      return answer.promise;
    },
    events: (_: string, { after, signal }: { after: number; signal: AbortSignal }) => {
      opened.push(after);
      return streams(after, signal);
    },
  } as unknown as Client;
  const answered = async (number: number): Promise<PromiseWithResolvers<RunView>> =>
    eventually(() => asked[number] ?? Promise.reject(new Error(`question ${number} is not asked`)));
  return { client, asked, opened, known, answered };
}

function watch(client: Client, presence: Presence = here) {
  const left = new AbortController();
  const told: string[] = [];
  const watcher = {
    onRun: ({ status }: RunView) => void told.push(status),
    onAnswer: (text: string) => void told.push(`“${text}”`),
  };
  const over = watchRun(client, "run_1", watcher, { pause: atOnce, presence, signal: left.signal });
  return { told, over, leave: () => left.abort(new Error("left")) };
}

/** A stream in which nothing more comes. */
const silence = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));

test("a run that is read late does not stand in the place of what became of it", async () => {
  const { client, answered } = server(async function* () {
    yield event(1, "task-start");
    // Read again for the event before the run ends, and answered only after it did.
    await answered(1);
    yield event(2, "run-end");
  });
  const { told, over } = watch(client);
  (await answered(0)).resolve(run("running"));
  (await answered(2)).resolve(run("succeeded"));
  await over;
  (await answered(1)).resolve(run("running"));
  await new Promise(setImmediate);
  expect(told).toEqual(["running", "succeeded"]);
});

test("a run that is known is read again with it, so that only what has changed has to come", async () => {
  const { client, answered, known } = server(async function* (_, signal) {
    yield event(1, "task-start");
    await silence(signal);
  });
  const { told, over, leave } = watch(client);
  const first = run("running");
  (await answered(0)).resolve(first);
  (await answered(1)).resolve(run("responding"));
  await eventually(() => expect(told).toEqual(["running", "responding"]));
  expect(known).toEqual([undefined, first]);
  leave();
  await over;
});

test("what could not be read for an event is read again, though no event follows", async () => {
  const { client, answered } = server(async function* (_, signal) {
    yield event(1, "approval-required");
    await silence(signal);
  });
  const { told, over, leave } = watch(client);
  (await answered(0)).resolve(run("planning"));
  (await answered(1)).reject(new ApiError("unreachable", 0, "No answer"));
  (await answered(2)).resolve(run("awaiting-approval"));
  await eventually(() => expect(told).toEqual(["planning", "awaiting-approval"]));
  leave();
  await over;
});

test("an answer grows, and begins anew where it is written anew", async () => {
  const { client, answered } = server(async function* () {
    yield event(1, "answer-start");
    yield event(2, "answer-delta", "a");
    yield event(3, "answer-delta", "b");
    yield event(4, "answer-start");
    yield event(5, "answer-delta", "c");
  });
  const { told, over } = watch(client);
  (await answered(0)).resolve(run("responding"));
  (await answered(1)).resolve(run("succeeded", "c"));
  await over;
  expect(told).toEqual(["responding", "“”", "“a”", "“ab”", "“”", "“c”", "succeeded"]);
});

test("a stream that breaks is taken up where it broke", async () => {
  const { client, opened, answered } = server(async function* (after) {
    if (after > 0) return;
    yield event(7, "answer-delta", "a");
    throw new ApiError("unreachable", 0, "No answer");
  });
  const { over } = watch(client);
  (await answered(0)).resolve(run("responding"));
  (await answered(1)).resolve(run("responding"));
  (await answered(2)).resolve(run("succeeded"));
  await over;
  expect(opened).toEqual([0, 7]);
});

test("nobody who looks, no connection; who comes back is told what became of it", async () => {
  const away = new AbortController();
  const back = Promise.withResolvers<void>();
  let looks = 0;
  const presence: Presence = async (signal) => {
    looks += 1;
    if (looks === 1) return AbortSignal.any([signal, away.signal]);
    await back.promise;
    return signal;
  };
  const { client, asked, opened, answered } = server(async function* (_, signal) {
    yield event(3, "answer-start");
    await silence(signal);
  });
  const { told, over } = watch(client, presence);
  (await answered(0)).resolve(run("running"));
  await eventually(() => expect(told).toContain("“”"));
  away.abort();
  await eventually(() => expect(looks).toBe(2));
  expect(asked).toHaveLength(1);
  back.resolve();
  (await answered(1)).resolve(run("succeeded"));
  await over;
  expect([opened, told.at(-1)]).toEqual([[0], "succeeded"]);
});

test.each([404, 401])("what the server refuses for good with %i ends the watch", async (status) => {
  const { client, answered } = server(() => {
    throw new ApiError("not-found", status, "No");
  });
  const { over } = watch(client);
  (await answered(0)).resolve(run("running"));
  await expect(over).rejects.toMatchObject({ status });
});

test("who leaves ends the watch, and is told nothing more", async () => {
  const { client, answered } = server(async function* () {});
  const { told, over, leave } = watch(client);
  const question = await answered(0);
  leave();
  question.resolve(run("running"));
  await over;
  expect(told).toEqual([]);
});
