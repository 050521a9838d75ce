import type { InferenceProvider } from "@huggingface/inference";
import type { Endpoint } from "../../domain/endpoints.ts";
import { AppError, type DeniedAccess } from "../../domain/errors.ts";
import type { JsonValue } from "../../domain/json.ts";
import type { Ontology } from "../../domain/task-types/index.ts";
import { type Wait, waitInTime } from "../../waiting.ts";
import { sending, tooSlow } from "../answers/failures.ts";
import type { ChatTask } from "../chat-tasks/chat-task.ts";
import { chatTaskFor } from "../chat-tasks/index.ts";
import type { ExpertCall, ExpertResult, OutputDraft, Provider } from "../provider.ts";
import { type ModelAddress, readAddress } from "./address.ts";
import { byChat } from "./chat.ts";
import { type HuggingFaceSdk, SETTINGS } from "./failures.ts";
import { type MappingEntry, readMapping } from "./mapping.ts";
import { type HuggingFaceCall, type InferenceTarget, openSession, type TaskRecipe } from "./session.ts";
import { recipesFor } from "./tasks/index.ts";

export interface HuggingFaceOptions {
  /** Begins with `hf_`: the library takes any other for an inference provider's own, and goes there with it. */
  readonly token: string;
  /** The owner of the token; the deployment where that is left out. */
  readonly account?: DeniedAccess["account"] | undefined;
  /** An organisation that is billed in place of the token's account. */
  readonly billTo?: string | undefined;
  readonly hubUrl?: string;
  readonly routerUrl?: string | undefined;
  readonly ontology: Ontology;
  readonly fetch: typeof fetch;
  readonly now: () => number;
  readonly wait?: Wait;
}

const HUB_URL = "https://huggingface.co";
const ROUTER_URL = "https://router.huggingface.co";

/**
 * Hugging Face's Inference Providers: models of the Hub, called through its router with the Hub's own client library.
 * The catalogue lists the models; `model` is a Hub id, with `:provider` behind it where one is chosen.
 */
export function createHuggingFaceProvider(options: HuggingFaceOptions): Provider {
  return {
    name: "huggingface",
    endpoints: () => [],
    find: async (model, taskType) => {
      const type = options.ontology.get(taskType);
      if (!readAddress(model) || !type || !isDone(taskType, chatTaskFor(type) !== null)) return null;
      return endpointOf(model, taskType);
    },
    call: async (call) => {
      const address = readAddress(call.endpoint.model);
      if (!address) throw new AppError("no-model", "This is no name of a model on the Hub");
      if (!/^hf_[\w.~+/=-]+$/.test(options.token)) {
        const { account = "deployment" } = options;
        const message = `The Hugging Face token does not begin with hf_; check ${SETTINGS[account]}`;
        throw new AppError("provider-rejected", message, { access: { account, to: "provider" } });
      }
      try {
        return withoutToken(await callModel(call, address, options), options.token);
      } catch (thrown) {
        // A body that is broken off because time ran out says no more than that it broke off.
        if (call.signal.aborted) throw tooSlow(address.id, thrown);
        throw thrown;
      }
    },
  };
}

const isDone = (taskType: string, byChat: boolean): boolean => byChat || recipesFor(taskType).length > 0;

const endpointOf = (model: string, taskType: string): Endpoint => ({
  provider: "huggingface",
  model,
  taskType,
  description: `${model} at Hugging Face`,
  licence: "unknown",
  grade: "full",
});

async function callModel(call: ExpertCall, address: ModelAddress, options: HuggingFaceOptions): Promise<ExpertResult> {
  const { hubUrl = HUB_URL, routerUrl = ROUTER_URL, billTo = null, token, ontology, fetch, now } = options;
  const { account = "deployment" } = options;
  const type = ontology.get(call.taskType);
  if (!type) throw new AppError("no-model", `${call.taskType} is no task type of this deployment`);
  const name = `${address.id} at Hugging Face`;
  const asked = { name, token, account };
  const mapping = await readMapping(address.id, { hubUrl, asked, fetch: sending(fetch, name), now }, call.signal);
  const sdk = await import("@huggingface/inference");
  const route = routeOf({ address, mapping }, { recipes: recipesFor(type.name), chat: chatTaskFor(type) }, sdk);
  if (!route) {
    const why = `${name} is not served for ${type.name} at this moment; its page tells what it is served for, and where`;
    throw new AppError("no-model", why);
  }
  const wait = options.wait ?? waitInTime;
  // Elsewhere what a request takes besides its inputs is each provider's own.
  const defaults = (route.by === "recipe" && route.to.provider === "hf-inference" && call.defaults) || {};
  const parts = { type, call, to: route.to, asked, mapping, fetch, routerUrl, wait, billTo, sdk, defaults };
  const session = openSession(parts);
  return route.by === "recipe"
    ? withDefaultsSent(await route.recipe.run(session), session)
    : byChat(route.task, session);
}

const REFUSED =
  "The model was called without the arguments that its card shows, after its endpoint had refused a call with them.";

function withDefaultsSent(result: ExpertResult, { type, defaultsSent }: HuggingFaceCall): ExpertResult {
  const sent = defaultsSent();
  if (sent === null) return result;
  if (sent === "refused") return { ...result, notes: [...(result.notes ?? []), REFUSED] };
  return { ...result, called: { function: type.name, arguments: sent } };
}

/** The model and inference provider of a call, and the recipe or chat task that makes it. */
type ModelRoute = { readonly to: InferenceTarget } & (
  | { readonly by: "recipe"; readonly recipe: TaskRecipe }
  | { readonly by: "chat"; readonly task: ChatTask }
);

interface Served {
  readonly address: ModelAddress;
  /** The live entries. */
  readonly mapping: readonly MappingEntry[];
}

/** hf-inference alone answers both with the vectors of a model that is mapped to either. */
const SAME_AT_HF_INFERENCE: readonly string[] = ["feature-extraction", "sentence-similarity"];

/**
 * Chooses the inference provider and the method for a task type with a model: a provider that serves it for one of the
 * recipes' tasks, else one that serves it for chat, where a chat task exists. Null where there is none. Among several
 * the Hub's order counts. Only a chat is left to the router to place: with other tasks the library's "auto" takes the
 * first provider, whatever it serves.
 */
function routeOf(
  { address: { id, via }, mapping }: Served,
  how: { readonly recipes: readonly TaskRecipe[]; readonly chat: ChatTask | null },
  sdk: HuggingFaceSdk,
): ModelRoute | null {
  const open = mapping.filter(({ provider }) => via === null || provider === via);
  for (const recipe of how.recipes) {
    for (const { provider, task } of open) {
      const known = providerOf(provider, sdk);
      const equal =
        task === recipe.task ||
        (known === "hf-inference" && SAME_AT_HF_INFERENCE.includes(task) && SAME_AT_HF_INFERENCE.includes(recipe.task));
      if (known && equal && sdk.PROVIDERS[known][recipe.task]) {
        return { by: "recipe", recipe, to: { model: id, provider: known } };
      }
    }
  }
  if (!how.chat || !open.some(({ task }) => task === "conversational")) return null;
  const chat = { by: "chat", task: how.chat } as const;
  const known = via === null ? undefined : providerOf(via, sdk);
  if (known && sdk.PROVIDERS[known].conversational) return { ...chat, to: { model: id, provider: known } };
  // The router itself reads "id:via", and knows of providers that this release of the library does not.
  return { ...chat, to: { model: via === null ? id : `${id}:${via}`, provider: "auto" } };
}

const providerOf = (name: string, { INFERENCE_PROVIDERS }: HuggingFaceSdk): InferenceProvider | undefined =>
  INFERENCE_PROVIDERS.find((known) => known === name);

/** Stands where a service repeats the token that it was called with. */
const HIDDEN = "…";

/** A result without the token in its words: what a service was sent may come back, and results are kept and shown. */
function withoutToken({ outputs, notes, ...rest }: ExpertResult, token: string): ExpertResult {
  const hide = (text: string): string => text.replaceAll(token, HIDDEN);
  const drafts = Object.entries(outputs).map(([port, draft]) => [port, hidden(draft, hide)] as const);
  return { ...rest, outputs: Object.fromEntries(drafts), ...(notes ? { notes: notes.map(hide) } : {}) };
}

function hidden(draft: OutputDraft, hide: (text: string) => string): OutputDraft {
  if (draft.as === "text") return { as: "text", text: hide(draft.text) };
  return draft.as === "data" ? { as: "data", data: hiddenIn(draft.data, hide) } : draft;
}

function hiddenIn(value: JsonValue, hide: (text: string) => string): JsonValue {
  if (typeof value === "string") return hide(value);
  if (Array.isArray(value)) return value.map((one) => hiddenIn(one, hide));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [hide(name), hiddenIn(one, hide)]));
}
