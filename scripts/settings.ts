import { parseEnv } from "node:util";

type Settings = Readonly<Record<string, string>>;

/** The Worker's variables: what may be set for one start, in place of what `.dev.vars` says. */
export const NAMES = [
  "AUTH",
  "CONFIG",
  "IMPRESARIO_SECRET",
  "PUBLIC_URL",
  "FETCH_ALLOW_HOSTS",
  "CATALOGUE_CRAWL",
  "HUGGINGFACE",
  "HF_HUB_URL",
  "HF_ROUTER_URL",
  "HF_BILL_TO",
  "PLANNING",
  "LIGHT_MODEL",
  "MODEL_CONTEXT_TOKENS",
  "CONTROLLER",
  "RETENTION_DAYS",
  "LOGS",
  "OPENAI_MODEL",
  "OPENAI_MODEL_ALIASES",
  "WORKERS_AI_MODEL",
] as const;

/**
 * What other programs read as well, so that it may be set for them alone. It is taken only where a language model is to
 * be used: nobody's requests go to a service because its key happens to be in the environment.
 */
const SHARED: readonly {
  readonly names: readonly string[];
  readonly isWanted: (settings: Settings) => boolean;
}[] = [
  {
    names: ["OPENAI_BASE_URL", "OPENAI_API_KEY"],
    isWanted: ({ CONTROLLER, OPENAI_MODEL }) => CONTROLLER === "openai" || Boolean(OPENAI_MODEL),
  },
  {
    names: ["HF_TOKEN"],
    isWanted: ({ HUGGINGFACE, CATALOGUE_CRAWL }) => HUGGINGFACE === "on" || CATALOGUE_CRAWL === "on",
  },
  {
    names: ["CLOUDFLARE_ACCOUNT_ID", "CLOUDFLARE_API_TOKEN", "CLOUDFLARE_API_URL"],
    isWanted: ({ CONTROLLER, WORKERS_AI_MODEL }) => CONTROLLER === "workers-ai" || Boolean(WORKERS_AI_MODEL),
  },
];

/** The Worker's variables that are set in the environment; one that is empty counts as not set. */
export function fromEnvironment(devVars: string, environment: NodeJS.ProcessEnv): Settings {
  const own = pick(NAMES, environment);
  const settings = { ...readDevVars(devVars), ...own };
  const shared = SHARED.flatMap(({ names, isWanted }) => (isWanted(settings) ? names : []));
  return { ...own, ...pick(shared, environment) };
}

/** All variables: those of `.dev.vars`, given as its text, and over them the environment's. */
export const readSettings = (devVars: string, environment: NodeJS.ProcessEnv): Settings => ({
  ...readDevVars(devVars),
  ...fromEnvironment(devVars, environment),
});

/** The variables that `wrangler.toml`, given as its text, sets to a text or number of one line. `.dev.vars` wins over them. */
export function readTomlVars(wranglerToml: string): Settings {
  const tables = wranglerToml.split(/^(?=\s*\[)/m).filter((table) => /^\s*\[vars\]/.test(table));
  const set = tables.flatMap((table) => [
    ...table.matchAll(/^[ \t]*(\w+)[ \t]*=[ \t]*(?:"([^"\n]*)"|'([^'\n]*)'|([\w.]+))/gm),
  ]);
  return Object.fromEntries(set.map(([, name = "", double, single, bare]) => [name, double ?? single ?? bare ?? ""]));
}

const readDevVars = (devVars: string): Settings => {
  const written = parseEnv(devVars);
  return pick(Object.keys(written), written);
};

const pick = (names: readonly string[], from: NodeJS.Dict<string>): Settings =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = from[name];
      return value ? [[name, value]] : [];
    }),
  );
