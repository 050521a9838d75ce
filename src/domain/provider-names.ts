/** Where models run. */
export const PROVIDERS = ["embedded", "workers-ai", "openai", "huggingface", "custom"] as const;
export type ProviderName = (typeof PROVIDERS)[number];
