import { expect, test } from "vitest";
import { Reachability } from "../../../../web/api/reachability.ts";
import { eventually } from "../../../eventually.ts";

/** A server that the test answers for, and waits that end when it says so. */
function world() {
  const asked: PromiseWithResolvers<unknown>[] = [];
  const waits: { readonly ms: number; readonly end: () => void }[] = [];
  const reachability = new Reachability({
    ask: (signal) => {
      const question = Promise.withResolvers<unknown>();
      signal.addEventListener("abort", () => question.reject(signal.reason));
      asked.push(question);
      return question.promise;
    },
    pause: (ms, signal) =>
      new Promise((resolve, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason));
        waits.push({ ms, end: resolve });
      }),
  });
  const states: string[] = [];
  reachability.subscribe(() => states.push(reachability.now()));
  return { asked, waits, reachability, states };
}

const until = (check: () => void): Promise<void> => eventually(check);

test("a call that failed while the server answers is no loss", async () => {
  const { asked, reachability, states } = world();
  reachability.doubt();
  asked[0]?.resolve(null);
  await new Promise(setImmediate);
  expect([reachability.now(), states]).toEqual(["live", []]);
});

test("a server that does not answer is lost, and found by itself once it does", async () => {
  const { asked, waits, reachability, states } = world();
  reachability.doubt();
  asked[0]?.reject(new Error("no"));
  await until(() => expect(states).toEqual(["lost"]));
  waits[0]?.end();
  await until(() => expect(asked).toHaveLength(2));
  asked[1]?.resolve(null);
  await until(() => expect(states).toEqual(["lost", "live"]));
  expect(waits).toHaveLength(1);
});

test("it is asked ever more seldom, up to a limit", async () => {
  const { asked, waits, reachability } = world();
  reachability.doubt();
  for (let turn = 0; turn < 6; turn++) {
    await until(() => expect(asked).toHaveLength(turn + 1));
    asked[turn]?.reject(new Error("no"));
    await until(() => expect(waits).toHaveLength(turn + 1));
    waits[turn]?.end();
  }
  expect(waits.map(({ ms }) => ms)).toEqual([1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
});

test("an answer to another call settles it", async () => {
  const { asked, waits, reachability, states } = world();
  reachability.doubt();
  asked[0]?.reject(new Error("no"));
  await until(() => expect(waits).toHaveLength(1));
  reachability.answered();
  expect(states).toEqual(["lost", "live"]);
  await new Promise(setImmediate);
  expect(asked).toHaveLength(1);
});

test("news of the network end the wait for the next question, and add none to one that is open", async () => {
  const { asked, waits, reachability } = world();
  reachability.doubt();
  reachability.doubt();
  expect(asked).toHaveLength(1);
  asked[0]?.reject(new Error("no"));
  await until(() => expect(waits).toHaveLength(1));
  reachability.doubt();
  await until(() => expect(asked).toHaveLength(2));
});
