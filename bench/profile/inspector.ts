import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { CpuProfile } from "./cpu-profile.ts";

/** The inspector of a Worker that `wrangler dev` runs. */
export interface Inspector {
  /** Takes a CPU profile of the Worker while `during` goes on. @param intervalUs microseconds between two samples */
  profile(intervalUs: number, during: () => Promise<unknown>): Promise<CpuProfile>;
  /** The text of a script that a profile names. */
  source(scriptId: string): Promise<string>;
  close(): void;
}

const ANSWER_LIMIT_MS = 60_000;
/** wrangler lets in pages of this machine. Node's WebSocket takes headers, of which its types, the browser's, know nothing. */
const FROM_THIS_MACHINE = { headers: { origin: "http://localhost" } } as unknown as string[];

/** @param port of the inspector on this machine @throws {Error} when nothing answers there */
export async function connectInspector(port: number): Promise<Inspector> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, FROM_THIS_MACHINE);
  await once(socket, "open");
  let last = 0;
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.addEventListener("message", ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  const ask = async (method: string, params: object = {}): Promise<unknown> => {
    const id = ++last;
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const late = sleep(ANSWER_LIMIT_MS, undefined, { ref: false });
    const answer = await Promise.race([answered, late]);
    if (!answer) throw new Error(`The inspector did not answer ${method}`);
    if (answer.error) throw new Error(`The inspector refused ${method}: ${answer.error.message}`);
    return answer.result;
  };
  return {
    profile: async (intervalUs, during) => {
      await ask("Profiler.enable");
      await ask("Profiler.setSamplingInterval", { interval: intervalUs });
      await ask("Profiler.start");
      await during();
      const { profile } = (await ask("Profiler.stop")) as { profile: CpuProfile };
      return profile;
    },
    source: async (scriptId) => {
      await ask("Debugger.enable");
      const { scriptSource } = (await ask("Debugger.getScriptSource", { scriptId })) as { scriptSource: string };
      await ask("Debugger.disable");
      return scriptSource;
    },
    close: () => socket.close(),
  };
}

interface Answer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}
