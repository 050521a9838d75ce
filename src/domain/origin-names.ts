import { PROVIDERS, type ProviderName } from "./provider-names.ts";

/** What somebody's name for where models come from means. */
export interface Origins {
  readonly provider: ProviderName | "local" | null;
  /** As `makerNamed` writes it; null for a name that means a provider alone. OpenAI is both. */
  readonly maker: string | null;
}

/** What a constraint on providers calls by a name, as people write it: "Hugging Face", "hf", "Meta AI", "google-bert". */
export function originsNamed(name: string): Origins {
  providerBySpelling ??= bySpelling(PROVIDER_SPELLINGS, [...PROVIDERS, "local"]);
  const provider = providerBySpelling.get(compact(name)) ?? null;
  return { provider, maker: provider === null || provider === "openai" ? makerNamed(name) : null };
}

/** One name for all that a maker is called and publishes under: "meta" for "meta-llama", "FacebookAI" and "@facebook". */
export function makerNamed(name: string): string {
  makerBySpelling ??= bySpelling(MAKERS, Object.keys(MAKERS));
  const written = compact(name);
  return makerBySpelling.get(written) ?? (written === "" ? name.trim().toLowerCase() : written);
}

/** Whether a maker, as `makerNamed` writes it, is one whose names are known here. */
export const isKnownMaker = (maker: string): boolean => Object.hasOwn(MAKERS, maker);

/** Letters and digits alone: "Open AI", "open-ai" and "OpenAI's" are one. */
const compact = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/['’]s?$/, "")
    .replaceAll(/[^\p{L}\d]/gu, "");

/** Besides their own names. */
const PROVIDER_SPELLINGS: Readonly<Record<ProviderName | "local", string>> = {
  local: "locally onpremise onpremises onprem inhouse selfhosted",
  embedded: "builtin bundled inworker",
  "workers-ai": "cf cloudflare cloudflareai cloudflareworkers cloudflareworkersai",
  openai: "azureopenai chatgpt gpt",
  huggingface: "hf huggingfacehub",
  custom: "ownendpoints customendpoints",
};

/**
 * What makers are called, and the organizations that they publish under on the Hub. Some of those the Hub made itself
 * for models that are older than organizations (openai-community has GPT-2): they count as those of the models' makers,
 * since who avoids a maker avoids its models, whoever keeps them.
 */
const MAKERS: Readonly<Record<string, string>> = {
  alibaba: "alibabacloud alibabadamo alibabanlp alibabapai damo iic modelscope qwen tongyi tongyimai wanai",
  amazon: "amazonai amazonresearch amazonscience autogluon aws bedrock",
  anthropic: "anthropicai claude",
  apple: "appleml applemlr",
  baidu: "paddlepaddle",
  bytedance: "bytedanceresearch bytedanceseed",
  cohere: "cohereforai coherelabs coherelabscommunity",
  deepseek: "deepseekai",
  google: "albert deepmind gemini googleai googlebert googlecloud googledeepmind googleresearch googlet5",
  ibm: "ibmgranite ibmresearch",
  meta: "facebook facebookai facebookresearch metaai metallama metaplatforms",
  microsoft: "azure azureai microsoftai microsoftresearch msft",
  mistral: "mistralai mistralcommunity",
  moonshot: "moonshotai",
  nvidia: "nemo nvidianemo nvlabs",
  openai: "azureopenai chatgpt gpt openaicommunity",
  salesforce: "salesforceairesearch",
  stability: "stabilityai",
  tencent: "tencentailab tencentarc tencenthunyuan",
  xai: "grok xaiorg",
  zhipu: "thudm zai zaiorg zhipuai",
};

/** All spellings that `originsNamed` knows, as it compares them: letters and digits in lower case. */
export const originSpellings = (): readonly string[] =>
  [PROVIDER_SPELLINGS, MAKERS].flatMap((table) =>
    Object.entries(table).flatMap(([name, spellings]) => [compact(name), ...spellings.split(" ")]),
  );

let providerBySpelling: ReadonlyMap<string, ProviderName | "local"> | undefined;
let makerBySpelling: ReadonlyMap<string, string> | undefined;

const bySpelling = <Name extends string>(table: Readonly<Record<Name, string>>, names: readonly Name[]) =>
  new Map<string, Name>(
    names.flatMap((name) =>
      [compact(name), ...table[name].split(" ")].map((spelling): readonly [string, Name] => [spelling, name]),
    ),
  );
