import * as z from "zod";
import {
  type ControllerVariables,
  type OpenAiServer,
  openAiServer,
  type WorkersAiAccount,
  workersAiAccount,
} from "./controllers.ts";
import { type CrawlConfig, type crawlVariables, toCrawl } from "./crawl.ts";
import { type OpenAiEndpoint, openAiEndpoints } from "./openai-endpoints.ts";
import { address, variable } from "./variables.ts";

/** The variables that configure providers, besides those of the controllers. */
export const providerVariables = {
  HUGGINGFACE: variable
    .pipe(z.enum(["on", "off"]).default("on"))
    .describe('set it to "off" where HF_TOKEN is for crawling alone, or leave it out'),
  HF_ROUTER_URL: address.describe("leave it out, or set it to the address of what stands in for router.huggingface.co"),
  HF_BILL_TO: variable
    .pipe(
      z
        .string()
        .regex(/^[\w.-]{1,96}$/, "must be the name of an organisation at Hugging Face")
        .optional(),
    )
    .describe("set it to an organisation that HF_TOKEN may spend for, or leave it out"),
};
type ProviderVariables = z.output<z.ZodObject<typeof providerVariables>> &
  z.output<z.ZodObject<typeof crawlVariables>> &
  ControllerVariables;

/** The providers of this deployment; null for those not configured. */
export interface ProvidersConfig {
  readonly openai: (OpenAiServer & { readonly endpoints: readonly OpenAiEndpoint[] }) | null;
  readonly workersAi: WorkersAiAccount | null;
  readonly huggingFace: HuggingFaceConfig | null;
  /** Used also with tokens that callers bring. */
  readonly huggingFaceSite: HuggingFaceSite;
}

/** Hugging Face's addresses. */
export interface HuggingFaceSite extends Pick<CrawlConfig, "hub"> {
  /** Without a slash at its end; Hugging Face's own where it is left out. */
  readonly router?: string;
}

export interface HuggingFaceConfig extends HuggingFaceSite {
  readonly token: string;
  readonly billTo?: string;
}

export function toProviders(variables: ProviderVariables, named: readonly OpenAiEndpoint[]): ProvidersConfig {
  const server = openAiServer(variables);
  return {
    openai: server && { ...server, endpoints: openAiEndpoints(named, variables.OPENAI_MODEL) },
    workersAi: workersAiAccount(variables),
    huggingFace: toHuggingFace(variables),
    huggingFaceSite: toSite(variables),
  };
}

function toHuggingFace(variables: ProviderVariables): HuggingFaceConfig | null {
  const { HUGGINGFACE, HF_BILL_TO } = variables;
  const { token } = toCrawl(variables);
  if (token === null || HUGGINGFACE === "off") return null;
  return { ...toSite(variables), token, ...(HF_BILL_TO ? { billTo: HF_BILL_TO } : {}) };
}

function toSite(variables: ProviderVariables): HuggingFaceSite {
  const { HF_ROUTER_URL } = variables;
  return { hub: toCrawl(variables).hub, ...(HF_ROUTER_URL ? { router: HF_ROUTER_URL.replace(/\/+$/, "") } : {}) };
}
