import { type HubJson, modelAt } from "./models.ts";

/** What goes wrong with one request. */
export type Fault = "500" | "cut" | "broken" | "not-a-list" | { readonly status: 429; readonly headers: HeaderLines };
type HeaderLines = Readonly<Record<string, string>>;

export interface HubOptions {
  readonly models: number;
  /** What goes wrong, by the request's path and how often it was asked for before; null for nothing. */
  readonly fault?: (path: string, before: number) => Fault | null;
  /** Replaces the model of a rank. */
  readonly modelAt?: (rank: number) => unknown;
  /** Requests allowed in a window, whose time the caller keeps. */
  readonly limit?: { readonly quota: number; readonly windowMs: number; readonly now: () => number };
  /** Makes something else of the `Link` to the next page. */
  readonly link?: (link: string) => string;
  /** Whether the page that begins with a rank holds nothing. */
  readonly isEmpty?: (rank: number) => boolean;
  /** A card by its model's id; null for none. */
  readonly card?: (id: string) => string | null;
}

export interface HubReply {
  readonly status: number;
  readonly headers: HeaderLines;
  readonly body: string;
  /** The connection breaks after the body, or before anything is sent. */
  readonly breaks: "never" | "after" | "before";
}

/** Stands in for huggingface.co and its router: lists, cards, limits and faults, for a server or a `fetch`. */
export interface Hub {
  /** Paths with their queries, in the order they were asked for. */
  readonly requests: readonly string[];
  /** What was sent as `authorization`. */
  readonly tokens: readonly (string | null)[];
  respond(url: URL, authorization: string | null): HubReply;
}

export function createHub(options: HubOptions): Hub {
  const requests: string[] = [];
  const tokens: (string | null)[] = [];
  const counter = createCounter(options.limit);
  return {
    requests,
    tokens,
    respond(url, authorization) {
      const path = url.pathname + url.search;
      const before = requests.filter((one) => one === path).length;
      requests.push(path);
      tokens.push(authorization);
      const { refusal, headers } = counter();
      if (refusal) return refusal;
      const fault = options.fault?.(path, before) ?? null;
      const sound = answer(url, options);
      const reply = fault === null ? sound : spoil(sound, fault);
      return { ...reply, headers: { ...headers, ...reply.headers } };
    },
  };
}

/** `RateLimit` and `RateLimit-Policy` as https://huggingface.co/docs/hub/rate-limits shows them; fixed windows. */
function createCounter(limit: HubOptions["limit"]) {
  let windowEnds = 0;
  let left = 0;
  return (): { readonly refusal: HubReply | null; readonly headers: HeaderLines } => {
    if (!limit) return { refusal: null, headers: {} };
    if (limit.now() >= windowEnds) {
      windowEnds = limit.now() + limit.windowMs;
      left = limit.quota;
    }
    const seconds = Math.ceil((windowEnds - limit.now()) / 1000);
    const isOver = left === 0;
    left = Math.max(0, left - 1);
    const headers = {
      RateLimit: `"api";r=${left};t=${seconds}`,
      "RateLimit-Policy": `"fixed window";"api";q=${limit.quota};w=${limit.windowMs / 1000}`,
    };
    return { refusal: isOver ? plain(429, "Too Many Requests", headers) : null, headers };
  };
}

const plain = (status: number, body: string, headers: HeaderLines = {}): HubReply => ({
  status,
  headers: { "content-type": "text/plain; charset=utf-8", ...headers },
  body,
  breaks: "never",
});
const json = (value: unknown, headers: HeaderLines = {}): HubReply => ({
  status: 200,
  headers: { "content-type": "application/json; charset=utf-8", ...headers },
  body: JSON.stringify(value),
  breaks: "never",
});

function spoil(reply: HubReply, fault: Fault): HubReply {
  if (typeof fault === "object") return { ...plain(429, "Too Many Requests"), headers: fault.headers };
  if (fault === "500") return plain(500, "Internal Server Error");
  if (fault === "not-a-list") return json({ error: "Sorry, we can't find the page you are looking for." });
  if (fault === "broken") return { ...reply, breaks: "before" };
  return { ...reply, body: reply.body.slice(0, reply.body.length / 2), breaks: "after" };
}

function answer(url: URL, options: HubOptions): HubReply {
  if (url.pathname === "/api/models") return list(url, options);
  if (url.pathname === "/v1/models") return json({ object: "list", data: [OFFER] });
  // `/resolve/` leads to where the file is kept, as the Hub's own does.
  const resolve = /^\/(.+)\/resolve\/main\/README\.md$/.exec(url.pathname)?.[1];
  if (resolve !== undefined) {
    return plain(307, "", { location: `/api/resolve-cache/models/${resolve}/0123abc/README.md` });
  }
  const id = /^\/api\/resolve-cache\/models\/(.+)\/0123abc\/README\.md$/.exec(url.pathname)?.[1];
  const card = id === undefined ? null : (options.card ?? cardOf)(id);
  return card === null ? plain(404, "Entry not found", { "X-Error-Code": "EntryNotFound" }) : plain(200, card);
}

/** A chat model of the router (https://huggingface.co/docs/inference-providers/hub-api). */
const OFFER = {
  id: "org1/model-1",
  object: "model",
  created: 1776837885,
  owned_by: "org1",
  providers: [
    { provider: "novita", status: "live", context_length: 131072, pricing: { input: 0.02, output: 0.05 } },
    { provider: "featherless-ai", status: "live", is_model_author: false },
  ],
};

function list(url: URL, options: HubOptions): HubReply {
  const limit = Math.min(Number(url.searchParams.get("limit") ?? 500), 1000);
  const from = Number(atob(url.searchParams.get("cursor") ?? btoa("0")));
  const to = Math.min(from + limit, options.models);
  const wanted = new Set(["_id", "id", ...url.searchParams.getAll("expand[]")]);
  const length = options.isEmpty?.(from) ? 0 : to - from;
  const models = Array.from({ length }, (_, index) => (options.modelAt ?? modelAt)(from + index));
  const next = new URL(url);
  next.searchParams.set("cursor", btoa(String(to)));
  const isLast = to === options.models;
  return json(
    models.map((model) => expand(model, wanted)),
    isLast ? {} : { Link: (options.link ?? String)(`<${next.href}>; rel="next"`) },
  );
}

/** Only the fields that were asked for. */
const expand = (model: unknown, wanted: ReadonlySet<string>): unknown =>
  typeof model === "object" && model !== null && !Array.isArray(model)
    ? Object.fromEntries(Object.entries(model as HubJson).filter(([name]) => wanted.has(name)))
    : model;

const cardOf = (id: string): string | null =>
  id.endsWith("3")
    ? null
    : `---
license: mit
---
# ${id}

![badge](https://img.shields.io/x.svg)

${id} is a small **speech model** that [somebody](https://example.com) made. It is intended for clinical notes.
It takes up to 30 seconds of speech.
`;
