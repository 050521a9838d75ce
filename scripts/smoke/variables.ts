type Variables = Readonly<Record<string, string>>;

export const CHECKED_PROVIDERS = ["huggingface", "workers-ai", "openai"] as const;
export type CheckedProvider = (typeof CHECKED_PROVIDERS)[number];

const NAMES: Readonly<Record<CheckedProvider, readonly string[]>> = {
  huggingface: ["HF_TOKEN", "HUGGINGFACE", "HF_BILL_TO", "HF_HUB_URL", "HF_ROUTER_URL"],
  "workers-ai": ["CLOUDFLARE_ACCOUNT_ID", "CLOUDFLARE_API_TOKEN", "CLOUDFLARE_API_URL", "WORKERS_AI_MODEL"],
  openai: ["OPENAI_BASE_URL", "OPENAI_API_KEY", "OPENAI_MODEL", "CONFIG"],
};
const SECRETS: readonly string[] = ["HF_TOKEN", "CLOUDFLARE_API_TOKEN", "OPENAI_API_KEY"];

/** What a provider lacks to be called, in words; null where it lacks nothing. */
const LACKS: Readonly<Record<CheckedProvider, (set: Variables) => string | null>> = {
  huggingface: ({ HF_TOKEN, HUGGINGFACE }) => {
    if (!HF_TOKEN) return "set HF_TOKEN";
    return HUGGINGFACE === "off" ? "HUGGINGFACE is off" : null;
  },
  "workers-ai": ({ CLOUDFLARE_ACCOUNT_ID, CLOUDFLARE_API_TOKEN }) =>
    CLOUDFLARE_ACCOUNT_ID && CLOUDFLARE_API_TOKEN ? null : "set CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN",
  openai: ({ OPENAI_BASE_URL, OPENAI_API_KEY, OPENAI_MODEL, CONFIG }) => {
    if (!OPENAI_BASE_URL && !OPENAI_API_KEY) return "set OPENAI_API_KEY, or OPENAI_BASE_URL for another server";
    return OPENAI_MODEL || CONFIG ? null : "name a model in OPENAI_MODEL, or several in CONFIG.openai.models";
  },
};

export interface Setup {
  /** For the Worker: those of the providers that are configured. */
  readonly vars: Variables;
  readonly configured: readonly CheckedProvider[];
  /** What to do about the others. */
  readonly lacking: Readonly<Partial<Record<CheckedProvider, string>>>;
  /** Language models that can be told to plan. */
  readonly controllers: readonly ("openai" | "workers-ai")[];
  /** A text without any key. */
  hide(text: string): string;
}

/** Which providers the environment configures. */
export function readSetup(environment: NodeJS.ProcessEnv): Setup {
  const of = (provider: CheckedProvider): Variables =>
    Object.fromEntries(
      NAMES[provider].flatMap((name) => {
        const value = environment[name]?.trim();
        return value ? [[name, value]] : [];
      }),
    );
  const lacks = CHECKED_PROVIDERS.map((provider) => [provider, LACKS[provider](of(provider))] as const);
  const configured = lacks.flatMap(([provider, lack]) => (lack === null ? [provider] : []));
  const vars = Object.assign({}, ...configured.map(of)) as Variables;
  const keys = SECRETS.flatMap((name) => environment[name]?.trim() || []);
  return {
    vars,
    configured,
    lacking: Object.fromEntries(lacks.flatMap(([provider, lack]) => (lack === null ? [] : [[provider, lack]]))),
    controllers: [
      ...(vars.OPENAI_MODEL ? (["openai"] as const) : []),
      ...(vars.WORKERS_AI_MODEL ? (["workers-ai"] as const) : []),
    ],
    hide: (text) => keys.reduce((rest, key) => rest.replaceAll(key, "…"), text),
  };
}
