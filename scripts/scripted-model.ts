import { createServer } from "node:http";
import { text } from "node:stream/consumers";

/** What a model says, after how long, and what it was asked, in words to count by. */
export interface Said {
  readonly says: string;
  readonly about: string;
  readonly delayMs: number;
}

/** A language model that says what a script has it say; it takes its time, and keeps count. */
export interface ScriptedModel {
  readonly url: string;
  /** Calls so far, by what they were about. */
  readonly calls: ReadonlyMap<string, number>;
  /** The most that were under way at once. */
  readonly mostAtOnce: number;
  stop(): Promise<void>;
}

/** Listens on loopback for calls in the `json` format of custom endpoints (docs/configuration.md). */
export async function startScriptedModel(
  answer: (instruction: string, material: string) => Said,
): Promise<ScriptedModel> {
  const calls = new Map<string, number>();
  let [open, mostAtOnce] = [0, 0];
  const server = createServer((request, response) => {
    open++;
    mostAtOnce = Math.max(mostAtOnce, open);
    response.once("close", () => open--);
    text(request).then(
      (body) => {
        const { inputs } = JSON.parse(body) as { inputs: { instruction?: string; text?: string } };
        const { says, about, delayMs } = answer(inputs.instruction ?? "", inputs.text ?? "");
        calls.set(about, (calls.get(about) ?? 0) + 1);
        const timer = setTimeout(() => {
          response.writeHead(200, { "content-type": "application/json" });
          response.end(JSON.stringify({ outputs: { text: says } }));
        }, delayMs);
        response.once("close", () => clearTimeout(timer));
      },
      // The caller died before it had asked.
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("The model listens nowhere");
  return {
    url: `http://127.0.0.1:${address.port}/`,
    calls,
    get mostAtOnce() {
      return mostAtOnce;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The endpoint of a deployment's `CONFIG` that has a scripted model write its texts. */
export const scriptedWriter = ({ url }: ScriptedModel) => ({
  ...{ model: "scripted-writer", taskType: "text-generation", url, format: "json" },
});
