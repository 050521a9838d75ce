import { describe, expect, it } from "vitest";
import { START_LIMIT_MS, type StartingServer, waitUntilReady } from "../../../scripts/readiness.ts";

const MINUTE_MS = 60_000;

/** Waits for a server by a clock that only the wait itself moves. `at` says what the server is like after so many ms. */
async function wait(
  at: (timeMs: number) => { log?: string; cpuMs?: number; ended?: boolean; healthy?: boolean },
  readyBy: "health" | "log" = "health",
  signal?: AbortSignal,
) {
  let time = 0;
  let asked = 0;
  const told: string[] = [];
  const server: StartingServer = {
    log: async () => at(time).log ?? "",
    cpuMs: async () => at(time).cpuMs ?? 0,
    hasEnded: () => at(time).ended ?? false,
    isHealthy: async () => {
      asked += 1;
      return at(time).healthy ?? false;
    },
  };
  const sleep = async (waitMs: number): Promise<void> => {
    time += waitMs;
  };
  const onWait = (words: string): void => void told.push(words);
  const fault = await waitUntilReady(server, { readyBy, onWait, signal, now: () => time, sleep }).then(
    () => null,
    (thrown: Error) => thrown.message,
  );
  return { fault, time, asked, told };
}

const READY = "Ready on http://127.0.0.1:8787";

describe("a server that starts", () => {
  it("is ready once it listens and answers", async () => {
    const { fault, time, asked, told } = await wait((ms) => ({
      log: ms < 1_000 ? "" : `\u001B[32m${READY}\u001B[39m`,
      healthy: ms >= 2_000,
    }));
    expect({ fault, time, told }).toEqual({ fault: null, time: 2_000, told: [] });
    expect(asked).toBe(11);
  });

  it("is sent no request where its log is enough", async () => {
    expect(await wait((ms) => ({ log: ms < 1_000 ? "" : READY }), "log")).toMatchObject({ fault: null, asked: 0 });
  });

  it("is waited for while it uses the CPU, however slowly it gets on", async () => {
    const slow = (ms: number) => ({ cpuMs: ms / 13, log: ms < 5 * MINUTE_MS ? "" : READY, healthy: true });
    expect(await wait(slow)).toMatchObject({ fault: null, time: 5 * MINUTE_MS });
  });

  it("is waited for while it says something", async () => {
    const slow = (ms: number) => ({
      log: "Building\n".repeat(ms / 50_000) + (ms < 5 * MINUTE_MS ? "" : READY),
      healthy: true,
    });
    expect(await wait(slow)).toMatchObject({ fault: null, time: 5 * MINUTE_MS });
  });

  it("is given up once it has done nothing for a minute", async () => {
    const { fault, time } = await wait((ms) => ({ cpuMs: Math.min(ms, 30_000) }));
    expect(fault).toBe("it has done nothing for 60 s; waited for wrangler to bundle the Worker and to listen");
    expect(time).toBeGreaterThanOrEqual(90_000);
    expect(time).toBeLessThan(91_000);
  });

  it("is given up soon where wrangler reports an error and does nothing more", async () => {
    const { fault, time } = await wait(() => ({ log: `✘ [ERROR] Build failed\n${READY}` }));
    expect(fault).toBe("it has done nothing for 5 s; waited for the Worker's first answer");
    expect(time).toBe(5_000);
  });

  it("is not waited for without end, busy as it may be", async () => {
    const { fault, time } = await wait((ms) => ({ cpuMs: ms, log: READY }));
    expect(fault).toBe("it was not ready within 10 minutes; waited for the Worker's first answer");
    expect(time).toBe(START_LIMIT_MS);
  });

  it("says now and then what is waited for", async () => {
    const { told } = await wait((ms) => ({ cpuMs: ms / 4, log: ms < 20_000 ? "" : READY, healthy: ms >= 40_000 }));
    expect(told).toEqual([
      "Waiting for wrangler to bundle the Worker and to listen: 15 s so far, of which the CPU 4 s",
      "Waiting for the Worker's first answer: 30 s so far, of which the CPU 8 s",
    ]);
  });

  it("is not waited for once it has ended, or the wait has", async () => {
    expect(await wait((ms) => ({ ended: ms >= 1_000 }))).toMatchObject({ fault: "wrangler ended", time: 1_000 });
    const stopped = await wait(() => ({}), "health", AbortSignal.abort(new Error("Interrupted")));
    expect(stopped).toMatchObject({ fault: "Interrupted", time: 0 });
  });
});
