/** The providers at which models run. */
export const PROVIDERS = ["embedded", "workers-ai", "openai", "huggingface", "custom"] as const;
export type ProviderName = (typeof PROVIDERS)[number];

/** How a provider of the catalogue's models is switched on: docs/configuration.md. */
interface Switch {
  /** The variables of a deployment. */
  readonly set: string;
  /** The header that does it for one request. */
  readonly header: string | null;
}

export const SWITCHES = {
  huggingface: { set: "HF_TOKEN", header: "X-HF-Token" },
  "workers-ai": { set: "the AI binding, or CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN", header: null },
} as const satisfies Partial<Record<ProviderName, Switch>>;
