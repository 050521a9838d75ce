import { mediaTypeOf, readJson } from "../../src/providers/answers/body.ts";
import { type LocalModel, listedModels, lmStudioModels, ollamaModels, ollamaNames, withProps } from "./model-lists.ts";

/** Nobody waits longer for a server that may not be there. */
export const LOOK_MS = 300;
/** Of an answer: a list of many models, or all that Ollama knows of one, its licence among it. */
const MAX_ANSWER_BYTES = 1024 * 1024;
/** Models that Ollama is asked about one by one. */
const MAX_SHOWN = 40;

/** Asks a server: the JSON of its answer, or undefined where there is none in time. @param body sent as JSON where there is one */
type Ask = (path: string, body?: object) => Promise<unknown>;

/** A server of models that runs on this machine. */
export interface FoundServer {
  readonly program: string;
  /** Without a path. */
  readonly url: string;
  readonly models: readonly LocalModel[];
}

type Found = Omit<FoundServer, "url">;

/** Where a server may listen, and what it answers there; null for anything else. */
export interface Place {
  readonly url: string;
  readonly look: (ask: Ask) => Promise<Found | null>;
}

async function ollama(ask: Ask): Promise<Found | null> {
  const [tags, running] = await Promise.all([ask("/api/tags"), ask("/api/ps")]);
  const names = ollamaNames(tags);
  if (names === null) return null;
  const shown = names.slice(0, MAX_SHOWN).map(async (model) => [model, await ask("/api/show", { model })] as const);
  return { program: "Ollama", models: ollamaModels(tags, running, new Map(await Promise.all(shown))) };
}

async function lmStudio(ask: Ask): Promise<Found | null> {
  const [own, listed] = await Promise.all([ask("/api/v0/models"), openAi(ask)]);
  const models = lmStudioModels(own);
  return models ? { program: "LM Studio", models } : listed;
}

async function openAi(ask: Ask): Promise<Found | null> {
  const found = listedModels(await ask("/v1/models"));
  const [model, ...others] = found?.models ?? [];
  // Of one of several, the question might load it.
  if (!found || !model || others.length > 0 || found.program !== "llama.cpp") return found;
  return { ...found, models: [withProps(model, await ask("/props"))] };
}

/** Where these programs listen unless they are told otherwise. llama.cpp and vLLM are told apart by what they answer. */
export const PLACES: readonly Place[] = [
  { url: "http://127.0.0.1:11434", look: ollama },
  { url: "http://127.0.0.1:1234", look: lmStudio },
  { url: "http://127.0.0.1:8080", look: openAi },
  { url: "http://127.0.0.1:8000", look: openAi },
];

interface Looking {
  readonly places?: readonly Place[];
  readonly fetch?: typeof globalThis.fetch;
  /** Whatever has not answered when it aborts is not there. */
  readonly signal: AbortSignal;
}

/** Looks at all places at once. @returns the servers that are there, in the order of the places. */
export async function findServers({
  places = PLACES,
  fetch = globalThis.fetch,
  signal,
}: Looking): Promise<readonly FoundServer[]> {
  const found = places.map(async ({ url, look }) => {
    const server = await look((path, body) => ask(new URL(path, url), body, { fetch, signal }));
    return server ? [{ ...server, url }] : [];
  });
  return (await Promise.all(found)).flat();
}

async function ask(
  url: URL,
  body: object | undefined,
  { fetch, signal }: Required<Pick<Looking, "fetch" | "signal">>,
): Promise<unknown> {
  const how = body && { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  try {
    const answer = await fetch(url, { ...how, redirect: "manual", signal });
    if (answer.ok && mediaTypeOf(answer) === "application/json")
      return await readJson(answer, { name: url.host, maxBytes: MAX_ANSWER_BYTES, signal });
    await answer.body?.cancel();
    return undefined;
  } catch {
    // Mostly nobody listens there. Whatever else it is, there is no server to use.
    return undefined;
  }
}
