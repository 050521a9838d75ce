/** How a provider or a maker of models is spoken of, and what it is called in a constraint. */
const SPOKEN: readonly (readonly [spoken: string, name: string])[] = [
  ["open[- ]?ai|chat ?gpt|gpt(?:[- ]?\\d[\\w.]*)?|azure openai", "openai"],
  ["hugging ?face|hf", "huggingface"],
  ["(?:cloudflare(?:'s)? )?workers[- ]?ai|cloudflare", "workers-ai"],
  [
    "what(?:'s| is) built[- ]?in|(?:the )?(?:built-?in|embedded|in-worker|bundled)(?: (?:ones|experts?|models?|tools?|engines?|provider|tier))?",
    "embedded",
  ],
  [
    "(?:my|our)(?: own)?(?: custom| private)? (?:endpoints?|servers?|deployments?|inference servers?)|(?:my|our) own models?|(?:the )?custom (?:endpoints?|provider|models?)",
    "custom",
  ],
  ["google|gemini|deepmind", "google"],
  ["meta|facebook", "meta"],
  ["microsoft|azure", "microsoft"],
  ["anthropic|claude", "anthropic"],
  ["mistral(?: ai)?", "mistral"],
  ["nvidia", "nvidia"],
  ["deep ?seek", "deepseek"],
  ["alibaba|qwen", "alibaba"],
  ["amazon|aws|bedrock", "amazon"],
  ["apple", "apple"],
  ["ibm", "ibm"],
  ["cohere", "cohere"],
  ["stability(?: ai)?", "stability"],
  ["baidu", "baidu"],
  ["tencent", "tencent"],
  ["bytedance", "bytedance"],
  ["xai|grok", "xai"],
];

export const PROVIDER_NAME = `(?:${SPOKEN.map(([spoken]) => spoken).join("|")})(?:'s?)?(?![\\w'-])`;

let finder: RegExp | undefined;

/** The providers that a phrase names, in its order, each once. */
export function providersIn(phrase: string): readonly string[] {
  finder ??= new RegExp(`(?<![\\w'-])${PROVIDER_NAME}`, "g");
  const names = [...phrase.matchAll(finder)].flatMap(([words]) => {
    const bare = words.replace(/'s?$/, "");
    const entry = SPOKEN.find(([spoken]) => new RegExp(`^(?:${spoken})$`).test(bare));
    return entry ? [entry[1]] : [];
  });
  return [...new Set(names)];
}
