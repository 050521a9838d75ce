import { INFERENCE_PROVIDERS } from "@huggingface/inference";
import { json, type Reply } from "./reply.ts";

/** Where a model is served, as `inferenceProviderMapping` has it for one model: by provider. */
export type FakeMapping = Readonly<
  Record<string, { readonly status: string; readonly providerId: string; readonly task: string }>
>;
/** Models of the stand-in for the Hub, by their ids. */
export type FakeModels = Readonly<Record<string, FakeMapping>>;

const entry = (providerId: string, task: string, status = "live") => ({ status, providerId, task });

/** Models that are served at several providers, or at none. */
export const MIXED: FakeModels = {
  "mixed/pictures": {
    // The first is what "auto" would take for anything.
    cohere: entry("mixed/pictures", "conversational"),
    "fal-ai": entry("mixed/pictures", "text-to-image", "staging"),
    together: entry("mixed/pictures", "text-to-image"),
    nscale: entry("mixed/pictures", "text-to-image"),
  },
  "mixed/of-tomorrow": { "a-new-provider": entry("mixed/of-tomorrow", "text-to-image") },
  "mixed/talker": {
    "a-new-provider": entry("mixed/talker", "conversational"),
    novita: entry("mixed/talker", "conversational"),
  },
  // The library knows one model of MiniMax's queue at novita.
  "mixed/minimax": { novita: entry("MiniMax-H3", "image-text-to-video") },
  "mixed/nowhere": {},
};

/** The modes of the Hub itself, behind a dot in an id that begins with `hub/`. */
const HUB_REPLIES: Readonly<Record<string, Reply>> = {
  "hub/model.gone": json({ error: "Repository not found" }, 404, { "x-error-code": "RepoNotFound" }),
  "hub/model.refused": json({ error: "Invalid username or password." }, 401),
  "hub/model.limited": json({ error: "Too Many Requests" }, 429, { "retry-after": "30" }),
  "hub/model.odd": json({ inferenceProviderMapping: "yes" }),
  "hub/model.truncated": { ...json({}), body: Buffer.from('{"inferenceProviderMapping": {') },
};

/**
 * `GET /api/models/{id}?expand[]=inferenceProviderMapping`, as https://huggingface.co/docs/inference-providers/hub-api
 * shows it. A model `PROVIDER/TASK.MODE` is served at that provider for that task.
 */
export function hubReply(id: string, models: FakeModels): Reply {
  const broken = HUB_REPLIES[id];
  if (broken) return broken;
  const [, provider = "", task = ""] = /^([a-z-]+)\/([a-z0-9-]+)(?:\.[a-z0-9-]+)?$/.exec(id) ?? [];
  const isNamed = INFERENCE_PROVIDERS.some((known) => known === provider);
  const mapping = models[id] ?? MIXED[id] ?? (isNamed ? { [provider]: entry(id, task) } : null);
  if (mapping === null) return json({ error: "Repository not found" }, 404, { "x-error-code": "RepoNotFound" });
  return json({ _id: "621ffdc036468d709f174338", id, inferenceProviderMapping: mapping });
}
