import type { JsonValue } from "../../src/domain/json.ts";
import { type RouteExample, readExamples } from "../../src/http/docs/examples.ts";
import type { Choices } from "./choices.ts";

/** A call of a route, with something wrong with it. */
export interface HostileRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | null;
}

interface KnownRoute {
  readonly method: string;
  readonly path: string;
  readonly example: RouteExample;
}

/** The routes of a server that have an example, by its own description. */
export async function routesOf(url: string): Promise<readonly KnownRoute[]> {
  const described = (await (await fetch(`${url}/openapi.json`)).json()) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
  };
  const { routes: examples } = await readExamples();
  return Object.entries(described.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId = "" }]) => {
      const example = examples[operationId];
      return example ? [{ method: method.toUpperCase(), path, example }] : [];
    }),
  );
}

/** What the examples are about, made at a server: their ids by the prefix of those in the examples. */
export type Things = Readonly<Record<string, string>>;

/** Makes at a server what the examples are about. */
export async function makeThings(url: string): Promise<Things> {
  const post = async (path: string, body: BodyInit, type: string): Promise<Readonly<Record<string, string>>> => {
    const answer = await fetch(url + path, { method: "POST", body, headers: { "content-type": type } });
    if (!answer.ok) throw new Error(`POST ${path} was answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Readonly<Record<string, string>>;
  };
  const json = (path: string, body: JsonValue): ReturnType<typeof post> =>
    post(path, JSON.stringify(body), "application/json");
  const { id: res = "" } = await post("/v1/resources", "A text of some words.", "text/plain");
  const { id: run = "", conversation: conv = "" } = await json("/v1/runs", { text: "Summarize it", resources: [res] });
  const { routes } = await readExamples();
  const { id: hook = "" } = await json("/v1/hooks", routes.createHook?.body?.value ?? null);
  return { res, run, conv, hook };
}

/** A text with the ids of the examples replaced by those of what there is. */
const about = (text: string, things: Things): string =>
  text.replaceAll(/\b(res|run|conv|hook)_[0-9a-f]{12,}/g, (id, prefix: string) => things[prefix] ?? id);

/** Deeper than any schema of ours, and not so deep that building it is what fails. */
const DEEP = 2_000;
const deep = (open: string, close: string): string => open.repeat(DEEP) + close.repeat(DEEP);

const HOSTILE_VALUES: readonly JsonValue[] = [
  ...[null, true, false, 0, -0, -1, 1.5, 2 ** 53, -(2 ** 63), 1e308, 5e-324],
  ...[
    "",
    " ",
    "\0",
    "\ud800",
    "💥".repeat(100),
    "../../..",
    "%2e%2e%2f",
    "<script>alert(1)</script>",
    "x".repeat(70_000),
  ],
  ...["'; DROP TABLE runs; --", "{{7*7}}", "__proto__", "constructor", "http://127.0.0.1:1/", "file:///etc/passwd"],
  ...[[], {}, [[]], Array.from({ length: 2_000 }, () => 0), { __proto__: null, toString: 1 }],
];
const HOSTILE_TEXTS: readonly string[] = [
  ...[
    "",
    "{",
    "[",
    "nul",
    '"',
    "\u0000",
    "{}",
    "[]",
    "null",
    "1e400",
    "-1e400",
    '{"a":1,"a":2}',
    '{"__proto__":{"x":1}}',
  ],
  ...[deep("[", "]"), deep('{"a":', "1}").replace(/\}\}/, "}}"), '{"text":"\\ud800"}', '{"text":1e999}'],
];
const HOSTILE_NAMES = ["__proto__", "constructor", "toString", "", "text", "resources", "x".repeat(5_000)];

/** A JSON value with one place in it changed, dropped, repeated or wrapped. */
function mutated(value: JsonValue, choices: Choices): JsonValue {
  if (typeof value === "object" && value !== null && choices.int(0, 3) > 0) {
    if (Array.isArray(value)) {
      if (value.length === 0) return [choices.of(HOSTILE_VALUES)];
      const at = choices.int(0, value.length - 1);
      return value.map((one, place) => (place === at ? mutated(one, choices) : one));
    }
    const names = Object.keys(value);
    if (names.length > 0) {
      const name = choices.of(names);
      const entries = Object.entries(value) as [string, JsonValue][];
      const choice = choices.int(0, 5);
      if (choice === 0) return Object.fromEntries(entries.filter(([other]) => other !== name));
      if (choice === 1) {
        return Object.fromEntries([...entries, [choices.of(HOSTILE_NAMES), choices.of(HOSTILE_VALUES)]]);
      }
      return Object.fromEntries(entries.map(([other, one]) => [other, other === name ? mutated(one, choices) : one]));
    }
  }
  return choices.of(HOSTILE_VALUES);
}

function cut(text: string, choices: Choices): string {
  const at = choices.int(0, text.length);
  const choice = choices.int(0, 2);
  if (choice === 0) return text.slice(0, at);
  if (choice === 1) return text.slice(0, at) + String.fromCharCode(choices.int(0, 0xffff)) + text.slice(at + 1);
  return text.slice(0, at) + text.slice(at, at + 50).repeat(50) + text.slice(at);
}

const MEDIA_TYPES = [
  "application/json",
  "text/plain",
  "multipart/form-data; boundary=x",
  "application/pdf",
  "*/*;q=\0",
].map((type) => type.replace("\0", ""));

/** One call of `route` with something wrong with it, as `choices` have it. */
export function hostileRequest(
  { method, path, example }: KnownRoute,
  things: Things,
  choices: Choices,
): HostileRequest {
  const parameters = Object.fromEntries(
    Object.entries(example.parameters ?? {}).map(([name, value]) => [name, about(value, things)]),
  );
  const names = Object.keys(parameters);
  if (names.length > 0 && choices.int(0, 2) === 0) {
    const name = choices.of(names);
    parameters[name] =
      choices.int(0, 1) === 0 ? String(choices.of(HOSTILE_TEXTS)) : cut(parameters[name] ?? "", choices);
  }
  const inPath = new Set<string>();
  const filled = path.replaceAll(/\{\+?(\w+)\}/g, (_, name: string) => {
    inPath.add(name);
    return encodeURIComponent((parameters[name] ?? choices.of(HOSTILE_TEXTS)).toWellFormed().slice(0, 2_000));
  });
  const headers: Record<string, string> = {};
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (inPath.has(name)) continue;
    // Names of headers begin with a capital letter in our description, those of the query do not.
    if (/^[A-Z]/.test(name)) headers[name] = value.replaceAll(/[^\x20-\x7e]/g, "").slice(0, 4_000);
    else query.set(name, value.slice(0, 4_000));
  }
  // Whoever waits keeps the fuzzing waiting.
  delete headers.Prefer;
  const target = query.size === 0 ? filled : `${filled}?${query}`;
  if (method === "GET" || method === "DELETE" || !example.body) return { method, target, headers, body: null };
  headers["content-type"] = choices.int(0, 9) === 0 ? choices.of(MEDIA_TYPES) : example.body.mediaType;
  const choice = choices.int(0, 9);
  const whole = about(JSON.stringify(example.body.value), things);
  if (choice === 0) return { method, target, headers, body: choices.of(HOSTILE_TEXTS) };
  if (choice === 1) return { method, target, headers, body: cut(whole, choices) };
  if (choice === 2) {
    const bytes = new TextEncoder().encode(whole);
    bytes[choices.int(0, bytes.length - 1)] = choices.int(0x80, 0xff);
    return { method, target, headers, body: bytes };
  }
  let value = JSON.parse(whole) as JsonValue;
  for (let times = choices.int(1, 3); times > 0; times--) value = mutated(value, choices);
  return { method, target, headers, body: JSON.stringify(value) };
}
