import { originSpellings, originsNamed } from "../../../domain/origin-names.ts";

/** What is said for a provider instead of a name, as a pattern, and what it is called in a constraint. */
const WORDED: readonly (readonly [spoken: string, name: string])[] = [
  ["gpt(?! ?\\d)", "openai"],
  [
    "what(?:'s| is) built[- ]?in|(?:the )?(?:built-?in|embedded|in-worker|bundled)(?: (?:ones|experts?|models?|tools?|engines?|provider|tier))?",
    "embedded",
  ],
  [
    "(?:my|our)(?: own)?(?: custom| private)? (?:endpoints?|servers?|deployments?|inference servers?)|(?:my|our) own models?|(?:the )?custom (?:endpoints?|provider|models?)",
    "custom",
  ],
  ["cloudflare(?:'s)? workers[- ]?ai", "workers-ai"],
  ["together[-. ]ai", "together"],
];

/** Who serves others' models, behind Hugging Face or by themselves. */
const SERVING =
  "cerebras fal falai featherlessai fireworks fireworksai groq nebius novita nscale replicate sambanova together";

/** Spellings that `WORDED` reads, names of persons and fish, letters too short to tell, and what is local. */
const READ_OTHERWISE: ReadonlySet<string> = new Set(
  (
    "albert builtin bundled cf custom customendpoints damo embedded gpt iic inhouse inworker local locally moonshot nemo " +
    "onprem onpremise onpremises ownendpoints selfhosted"
  ).split(" "),
);
/** Words that names are made of, and that people write by themselves: "Hugging Face", "open-ai". */
const PARTS =
  /(?<=[a-z])(?=(?:ai|bert|cloud|community|dance|face|gpt|hub|labs|llama|ml|mind|openai|research|science|seek|seed|workers)+$|(?:face|mind|workers)[a-z])/g;

let anyName: string | undefined;
/** A pattern that matches any of the names. */
export function providerName(): string {
  anyName ??= `(?:${[
    ...WORDED.map(([spoken]) => spoken),
    ...[...new Set([...originSpellings(), ...SERVING.split(" ")])]
      .filter((spelling) => !READ_OTHERWISE.has(spelling))
      .toSorted((one, other) => other.length - one.length)
      .map((spelling) => spelling.replaceAll(PARTS, "[-. ]?")),
  ].join("|")})(?:'s?)?(?![\\w'-])`;
  return anyName;
}

let finder: RegExp | undefined;
let worded: readonly (readonly [RegExp, string])[] | undefined;

/** The providers that a phrase names, in its order, each once. */
export function providersIn(phrase: string): readonly string[] {
  finder ??= new RegExp(`(?<![\\w'-])${providerName()}`, "g");
  return [...new Set((phrase.match(finder) ?? []).flatMap((words) => nameOf(words.replace(/'s?$/, "")) ?? []))];
}

function nameOf(words: string): string | null {
  worded ??= WORDED.map(([spoken, name]) => [new RegExp(`^(?:${spoken})$`), name] as const);
  const name = worded.find(([spelling]) => spelling.test(words))?.[1];
  if (name !== undefined) return name;
  const { provider, maker } = originsNamed(words);
  // What openai-community keeps is OpenAI's make, and not at OpenAI.
  return provider ?? (maker !== null && originsNamed(maker).provider !== null ? words : maker);
}
