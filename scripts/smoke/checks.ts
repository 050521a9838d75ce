import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ApiError, type Client } from "../../src/client/client.ts";
import type { Constraints } from "../../src/domain/constraints.ts";
import type { JsonValue } from "../../src/domain/json.ts";
import type { TaskView } from "../../src/http/schemas/views.ts";
import { ROOT } from "../server.ts";
import type { CheckedProvider } from "./variables.ts";

/** How a check came out. `none`: the provider has no model for it here. */
export type Outcome = {
  readonly provider: CheckedProvider;
  readonly capability: string;
  /** Milliseconds. */
  readonly tookMs: number;
} & (
  | { readonly as: "ok"; readonly model: string; readonly usd: number | null }
  | { readonly as: "failed"; readonly model: string | null; readonly code: string; readonly message: string }
  | { readonly as: "none" }
);

interface Files {
  readonly image: string;
  readonly audio: string;
}

interface Check {
  readonly task: string;
  readonly args: (files: Files) => Readonly<Record<string, JsonValue>>;
}

const TEXT =
  "The ferry to Moss leaves at nine. It was late on Monday because of fog, and on Tuesday because of the same fog.";

/** One request for each main thing that providers do; small ones, as they are paid for. */
export const CHECKS: Readonly<Record<string, Check>> = {
  chat: { task: "conversational", args: () => ({ text: "Answer with one word: what is the capital of Norway?" }) },
  summary: { task: "summarization", args: () => ({ text: TEXT }) },
  translation: { task: "translation", args: () => ({ text: TEXT, "source-language": "en", "target-language": "de" }) },
  vector: { task: "feature-extraction", args: () => ({ text: TEXT }) },
  caption: { task: "image-to-text", args: ({ image }) => ({ image }) },
  detection: { task: "object-detection", args: ({ image }) => ({ image }) },
  picture: { task: "text-to-image", args: () => ({ text: "a lighthouse, as a woodcut" }) },
  edit: { task: "image-editing", args: ({ image }) => ({ image, text: "make the sky red" }) },
  speech: { task: "text-to-speech", args: () => ({ text: "The ferry leaves at nine." }) },
  hearing: { task: "automatic-speech-recognition", args: ({ audio }) => ({ audio }) },
};
export const PLANNING = "planning";
export const CAPABILITIES: readonly string[] = [...Object.keys(CHECKS), PLANNING];

/** A model that has to be loaded first, retries and all. */
const CHECK_LIMIT_MS = 4 * 60_000;

export async function uploadFiles(client: Client, signal: AbortSignal): Promise<Files> {
  const upload = async (name: string): Promise<string> => {
    const bytes = new Uint8Array(await readFile(join(ROOT, "demo", name)));
    return (await client.upload(bytes, { name }, { signal })).id;
  };
  const [image, audio] = await Promise.all([upload("photo.jpg"), upload("noisy.wav")]);
  return { image, audio };
}

/** "openai" is a maker of models as well, so that the others are ruled out rather than it alone let in. */
const at = (provider: CheckedProvider): Constraints => ({
  provider: {
    allow: [provider],
    deny: ["embedded", "custom", "huggingface", "workers-ai"].filter((name) => name !== provider),
  },
});

interface Run {
  readonly client: Client;
  readonly files: Files;
  readonly signal: AbortSignal;
}

/** Has one provider do one thing, by whichever of its models selection puts first. */
export async function check(provider: CheckedProvider, capability: string, run: Run): Promise<Outcome> {
  const { client, files, signal } = run;
  const from = performance.now();
  const told = () => ({ provider, capability, tookMs: Math.round(performance.now() - from) });
  const wanted = CHECKS[capability];
  if (!wanted) return { ...told(), as: "none" };
  try {
    const message = {
      text: "",
      plan: [{ task: wanted.task, id: 0, args: wanted.args(files) }],
      resources: [files.image, files.audio],
      constraints: at(provider),
      budget: { timeMs: CHECK_LIMIT_MS },
    };
    const { id } = await client.start(message, { signal });
    const ended = await client.wait(id, { signal });
    const [task] = ended.tasks;
    if (task) return { ...told(), ...outcomeOf(task) };
    return { ...told(), as: "failed", model: null, code: ended.error?.code ?? "internal", message: "No task ran." };
  } catch (thrown) {
    if (!(thrown instanceof ApiError)) throw thrown;
    return { ...told(), as: "failed", model: null, code: thrown.code, message: thrown.detail };
  }
}

type Told<O> = O extends unknown ? Omit<O, "provider" | "capability" | "tookMs"> : never;

function outcomeOf({ status, attempts, error, ...task }: TaskView): Told<Outcome> {
  const model = attempts.at(-1)?.model ?? null;
  if (status === "succeeded" && model !== null) return { as: "ok", model, usd: costOf(task) };
  if (error?.code === "no-model" && model === null) return { as: "none" };
  return { as: "failed", model, code: error?.code ?? status, message: error?.message ?? "" };
}

/** In US dollars; null where nothing was told of it. */
function costOf(task: object): number | null {
  const usage: unknown = "usage" in task ? task.usage : null;
  if (typeof usage !== "object" || usage === null || !("usd" in usage) || typeof usage.usd !== "number") return null;
  return "unpricedCalls" in usage && usage.unpricedCalls !== 0 ? null : usage.usd;
}

/** Whether a language model plans a request that is put to it. */
export async function checkPlanning(
  controller: "openai" | "workers-ai",
  { client, signal }: Pick<Run, "client" | "signal">,
): Promise<Outcome> {
  const from = performance.now();
  const plan = await client.plan({ text: `Put this into German, and read it aloud: ${TEXT}` }, { signal });
  const told = {
    provider: controller,
    capability: PLANNING,
    tookMs: Math.round(performance.now() - from),
  };
  if (plan.controller === controller) return { ...told, as: "ok", model: plan.controller, usd: null };
  const message = [plan.text ?? "", ...plan.understanding].find((line) => /language model/i.test(line)) ?? "";
  return { ...told, as: "failed", model: null, code: "not-planned", message };
}
