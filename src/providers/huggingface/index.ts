import type { Endpoint } from "../../domain/endpoints.ts";
import { AppError, type DeniedAccess } from "../../domain/errors.ts";
import type { Ontology } from "../../domain/task-types/index.ts";
import { type Wait, waitInTime } from "../../waiting.ts";
import { tooSlow } from "../answers/failures.ts";
import { chatTaskFor } from "../chat-tasks/index.ts";
import type { ExpertCall, ExpertResult, Provider } from "../provider.ts";
import { type ModelAddress, readAddress } from "./address.ts";
import { byChat } from "./chat.ts";
import { SETTINGS } from "./failures.ts";
import { readMapping } from "./mapping.ts";
import { routeOf } from "./route.ts";
import { sending } from "./send.ts";
import { openSession } from "./session.ts";
import { waysOf } from "./tasks/index.ts";
import { createTransport } from "./transport.ts";
import { withoutToken } from "./without-token.ts";

export interface HuggingFaceOptions {
  /** Begins with `hf_`: the library takes any other for an inference provider's own, and goes there with it. */
  readonly token: string;
  /** Whose it is; the deployment's where that is left out. */
  readonly account?: DeniedAccess["account"];
  /** An organisation that is billed in place of the token's account. */
  readonly billTo?: string;
  readonly hubUrl?: string;
  readonly routerUrl?: string;
  readonly ontology: Ontology;
  readonly fetch: typeof fetch;
  readonly now: () => number;
  readonly wait?: Wait;
}

const HUB_URL = "https://huggingface.co";
const ROUTER_URL = "https://router.huggingface.co";

/**
 * Hugging Face's Inference Providers: models of the Hub, called through its router with the Hub's own client library.
 * Which models there are, the catalogue tells; `model` is a Hub id, with `:provider` behind it where one is meant.
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

const isDone = (taskType: string, byChat: boolean): boolean => byChat || waysOf(taskType).length > 0;

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
  const send = sending(fetch, name);
  const mapping = await readMapping(address.id, { hubUrl, asked, fetch: send, now }, call.signal);
  const sdk = await import("@huggingface/inference");
  const route = routeOf({ address, mapping }, { ways: waysOf(type.name), chat: chatTaskFor(type) }, sdk);
  if (!route) {
    const why = `${name} is not served for ${type.name} at this moment; its page tells what it is served for, and where`;
    throw new AppError("no-model", why);
  }
  const session = openSession({
    type,
    call,
    to: route.to,
    asked,
    transport: createTransport({
      ...{ routerUrl, asked, billTo, fetch: send, mapping, signal: call.signal },
      answered: () => call.answered?.({}),
    }),
    fetch,
    routerUrl,
    wait: options.wait ?? waitInTime,
    billTo,
    sdk,
  });
  return route.by === "way" ? route.way.run(session) : byChat(route.task, session);
}
