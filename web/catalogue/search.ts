import type { ModelSearch } from "../../src/client/client.ts";

/** What the explorer shows, all of which stands in the address of the page. */
export interface Exploration {
  readonly q: string;
  readonly task: string;
  readonly licence: string;
  readonly language: string;
  readonly provider: string;
  readonly here: boolean;
  readonly order: Order;
  /** The id of the model that is looked at; empty for none. */
  readonly model: string;
  /** The node that the graph is drawn around; empty where none is. */
  readonly around: string;
}

const ORDERS = ["", "here", "downloads", "parameters", "-parameters", "name"] as const;
export type Order = (typeof ORDERS)[number];

/** An order of the address; the page's own where it is none. */
export const readOrder = (text: string | null): Order => ORDERS.find((order) => order === text) ?? "";

/** The orders there are to choose from, each named by what it does: the first depends on whether there are words. */
export function orderChoices({ q, order }: Pick<Exploration, "q" | "order">): readonly (readonly [Order, string])[] {
  const hasWords = q.trim() !== "";
  const byDownloads = "Most downloaded, then by name";
  const byHere = "What runs here first";
  return [
    ["", hasWords ? "Closest to the words" : byHere],
    // Without words, this is the page's own.
    ...(hasWords || order === "here" ? [["here", byHere] as const] : []),
    ["downloads", byDownloads],
    ["parameters", "Smallest first"],
    ["-parameters", "Largest first"],
    ["name", "By name"],
  ];
}

export const PROVIDERS = ["embedded", "workers-ai", "openai", "huggingface", "custom"] as const;

const MAX_CHARS = 300;

/** Reads an address that anybody may have written. */
export function readExploration(query: URLSearchParams): Exploration {
  const text = (name: string): string => (query.get(name) ?? "").slice(0, MAX_CHARS);
  return {
    q: text("q"),
    task: text("task"),
    licence: text("licence"),
    language: text("language"),
    provider: PROVIDERS.find((name) => name === query.get("provider")) ?? "",
    here: query.get("here") === "true",
    order: readOrder(query.get("order")),
    model: text("model"),
    around: text("around"),
  };
}

/** The address of an exploration: only what differs from the beginning. */
export function writeExploration(exploration: Exploration): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(exploration)) {
    if (value !== "" && value !== false) query.set(name, String(value));
  }
  return query;
}

/** Where the page shows an exploration. */
export function hrefOf(exploration: Exploration): string {
  const query = writeExploration(exploration).toString();
  return `/catalogue${query === "" ? "" : `?${query}`}`;
}

/** Whether any condition is on what is listed. */
export const isFiltered = ({ q, task, licence, language, provider, here }: Exploration): boolean =>
  [q, task, licence, language, provider].some((text) => text.trim() !== "") || here;

/** No condition, of which there may be several. */
export const UNFILTERED = { q: "", task: "", licence: "", language: "", provider: "", here: false } as const;

export const toSearch = ({ q, task, licence, language, provider, here, order }: Exploration): ModelSearch => ({
  q: q.trim() || undefined,
  task: task || undefined,
  licence: licence.trim() || undefined,
  language: language.trim() || undefined,
  provider: PROVIDERS.find((name) => name === provider),
  availability: here ? "here" : undefined,
  order: order || (q.trim() === "" ? "here" : undefined),
});

const BILLION = 1e9;
const MILLION = 1e6;
const SHOWN_DIGITS = 3;

/** A number in few digits: 1.5 B, 72 M, 3,100. */
export function inShort(amount: number): string {
  if (amount < MILLION) return amount.toLocaleString("en");
  const [scale, unit] = amount >= BILLION ? [BILLION, " B"] : [MILLION, " M"];
  const shown = amount / scale;
  return `${Number(shown.toPrecision(SHOWN_DIGITS)).toLocaleString("en")}${unit}`;
}

/** What the graph can be drawn around. */
export interface FoundNode {
  readonly id: string;
  readonly name: string;
  readonly words: string;
}

/** Task types that are offered at once. */
const MOST_TYPES = 4;

/** The id of a node of the capability graph, such as `task:summarization`. */
export const isNode = (text: string): boolean => /^[a-z-]+:\S/.test(text);

/** Nodes that have some words: task types that are called or described so, then models. */
export function foundNodes(
  words: string,
  types: readonly { readonly name: string; readonly description: string; readonly aliases: readonly string[] }[],
  models: readonly { readonly id: string; readonly description: string }[],
): readonly FoundNode[] {
  const wanted = words.toLowerCase().split(/[\s-]+/);
  const tasks = types.filter(({ name, description, aliases }) => {
    const told = [name, description, ...aliases].join(" ").toLowerCase();
    return wanted.every((word) => told.includes(word));
  });
  return [
    ...tasks.slice(0, MOST_TYPES).map(({ name, description }) => ({ id: `task:${name}`, name, words: description })),
    ...models.map(({ id, description }) => ({ id: `model:${id}`, name: id, words: description })),
  ];
}
