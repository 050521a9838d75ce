import { parseArgs } from "node:util";
import { type CrawlPlan, crawlPlan } from "../../r2-schemas/crawl.ts";
import { DEFAULT_PLAN, planFor } from "../../src/catalogue/crawl/into-r2.ts";

export type Command = { readonly do: "help" } | ({ readonly do: "work"; readonly state: string | null } & Work);

export type Work =
  | { readonly what: "list" }
  /** `to` is a snapshot's id, or "starter"; null for the one before the one that is served. */
  | { readonly what: "rollback"; readonly to: string | null }
  | { readonly what: "crawl"; readonly plan: CrawlPlan; readonly force: boolean };

/** Wrong usage; the message says what. */
export class UsageError extends Error {}

export const HELP = `Crawls the Hugging Face Hub, and publishes what it finds as a new version of the catalogue.

  npm run catalogue:crawl [-- options]

  --hub URL       the Hub, or what stands in for it (${DEFAULT_PLAN.hub})
  --router URL    where prices and context lengths come from (${DEFAULT_PLAN.router}; with another --hub: nowhere)
  --pages N       pages of ${DEFAULT_PLAN.pageSize} models, the most downloaded first (${DEFAULT_PLAN.maxPages})
  --cards N       models whose cards are read for a description and facts (${DEFAULT_PLAN.maxCards})
  --force         publishes also where more than half of the models served now would go
  --list          only lists the versions that can be served, and what is in each
  --rollback [ID] only serves an earlier version: the one before, or the one named; starter is what comes with the code
  --state FOLDER  the local state, where it is not wrangler's own folder

It writes into the local state that \`npm start\` serves from. Interrupted, it goes on where it was when it is called again
with the same options. With HF_TOKEN set, the Hub allows twice as many requests; nobody else is shown it.`;

const OPTIONS = {
  hub: { type: "string" },
  router: { type: "string" },
  pages: { type: "string" },
  cards: { type: "string" },
  force: { type: "boolean" },
  list: { type: "boolean" },
  rollback: { type: "boolean" },
  state: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

function parse(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function readCount(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  if (!/^\d{1,6}$/.test(text)) throw new UsageError(`--${name} is a whole number, not ${JSON.stringify(text)}.`);
  return Number(text);
}

function readAddress(name: string, text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) throw new UsageError(`--${name} is an address, not "${text}".`);
  return url.origin;
}

/** @throws {UsageError} */
export function readArguments(words: readonly string[]): Command {
  const { values, positionals } = parse(words);
  if (values.help) return { do: "help" };
  const [id, ...more] = positionals;
  if (more.length > 0 || (id !== undefined && !values.rollback)) {
    throw new UsageError(`There is nothing to do with ${positionals.map((word) => JSON.stringify(word)).join(" ")}.`);
  }
  const state = values.state ?? null;
  if (values.rollback) return { do: "work", state, what: "rollback", to: id ?? null };
  if (values.list) return { do: "work", state, what: "list" };
  return { do: "work", state, what: "crawl", plan: readPlan(values), force: values.force ?? false };
}

const OPTION_OF: Readonly<Record<string, string>> = { maxPages: "--pages", maxCards: "--cards" };

function readPlan(values: ReturnType<typeof parse>["values"]): CrawlPlan {
  const standard = planFor(values.hub === undefined ? DEFAULT_PLAN.hub : readAddress("hub", values.hub));
  const plan = crawlPlan.safeParse({
    ...standard,
    router: values.router === undefined ? standard.router : readAddress("router", values.router),
    maxPages: readCount("pages", values.pages, DEFAULT_PLAN.maxPages),
    maxCards: readCount("cards", values.cards, DEFAULT_PLAN.maxCards),
  });
  if (plan.success) return plan.data;
  const [fault] = plan.error.issues;
  throw new UsageError(`${OPTION_OF[String(fault?.path[0])] ?? "The plan"}: ${fault?.message}`);
}
