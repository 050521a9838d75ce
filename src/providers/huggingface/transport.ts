import { AppError } from "../../domain/errors.ts";
import { type CalledModel, refusal } from "./failures.ts";
import { type MappingEntry, withSlash } from "./mapping.ts";
import { readWhole, type Send } from "./send.ts";

/** What the library has written into it (its `src/config.ts`). */
const HUB = "https://huggingface.co";
const ROUTER = "https://router.huggingface.co";

/** Text, figures, or a picture in base64. */
export const MAX_WHOLE_ANSWER_BYTES = 11 * 1024 * 1024;
/** The body, its text, and what is parsed of it. */
export const WHOLE_ANSWER_MEMORY_BYTES = MAX_WHOLE_ANSWER_BYTES * 3;

/** Two `fetch`es for the library, which never see an answer that is no success, and go nowhere but to the router. */
export interface Transport {
  /** Answers are read whole: the library bounds neither the wait for a body nor its length. */
  readonly whole: typeof fetch;
  /** Answers come as they are, for a caller that reads them itself. */
  readonly raw: (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;
  /** Asks the router itself for a path on it. */
  get(path: string, signal: AbortSignal): Promise<Response>;
}

export interface TransportParts {
  readonly routerUrl: string;
  readonly asked: CalledModel;
  readonly billTo: string | null;
  readonly fetch: Send;
  /** The entries that the model of this call is served by. */
  readonly mapping: readonly MappingEntry[];
  readonly signal: AbortSignal;
  /** Told once the model has answered. */
  readonly answered: () => void;
}

const urlOf = (input: RequestInfo | URL): URL => new URL(input instanceof Request ? input.url : input);

export function createTransport(parts: TransportParts): Transport {
  const { routerUrl, asked, billTo, fetch, mapping, signal: ends, answered } = parts;
  const route = async (url: URL, init: RequestInit): Promise<Response> => {
    const target = new URL(url.pathname.slice(1) + url.search, withSlash(routerUrl));
    const response = await fetch(target, init);
    if (!response.ok) throw await refusal(response, asked);
    return response;
  };
  const raw: Transport["raw"] = async (input, init = {}) => {
    const url = urlOf(input);
    // The library asks once in an isolate's life for a model's mapping; ours is as old as a few minutes.
    if (url.origin === HUB) return Response.json({ inferenceProviderMapping: mapping });
    // With a token that is none of the Hub's, the library would go to the inference provider itself.
    if (url.origin !== ROUTER) throw new AppError("internal", `${asked.name} is called through the router only`);
    return route(url, init);
  };
  return {
    raw,
    whole: async (input, init) => {
      const answer = await raw(input, init);
      if (urlOf(input).origin === ROUTER) answered();
      return readWhole(answer, { name: asked.name, maxBytes: MAX_WHOLE_ANSWER_BYTES, signal: ends });
    },
    get: (path, signal) => {
      const headers = {
        authorization: `Bearer ${asked.token}`,
        ...(billTo === null ? {} : { "x-hf-bill-to": billTo }),
      };
      return route(new URL(path, ROUTER), { headers, signal });
    },
  };
}
