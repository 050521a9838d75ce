import { MAX_ATTACHED_RESOURCES, MAX_MESSAGE_CHARS } from "./conversation.ts";
import { type ExpertPool, isBelowInstructions } from "./experts.ts";
import type { BaseKind } from "./kinds.ts";
import { listed } from "./listed.ts";
import { lowerFirst } from "./lower-first.ts";
import { type ProviderName, SWITCHES } from "./provider-names.ts";
import { MAX_RESOURCE_BYTES } from "./resources.ts";

/** What is switched on in a deployment, as it is now: all that answers about the system itself are made from. */
export interface SystemFacts {
  /** Whether a model that can be called now does a task type. */
  readonly does: (taskType: string) => boolean;
  /** Whether one of them does as it is told: none that is known to be too small for instructions does. */
  readonly isInstructed: (taskType: string) => boolean;
  /** Whether nothing but what runs inside the Worker does it. */
  readonly isEmbeddedOnly: (taskType: string) => boolean;
  /** The providers that would do a task type if they were switched on. */
  readonly wouldDo: (taskType: string) => readonly string[];
  readonly deployment: DeploymentFacts;
}

/** What the configuration says. */
export interface DeploymentFacts {
  /** Whether callers need an API key. */
  readonly needsKey: boolean;
  /** The language model that plans, as `provider:model`; null where the embedded planner plans alone. */
  readonly languageModel: string | null;
  /** Providers that are switched on besides what runs inside the Worker. */
  readonly providers: readonly string[];
  /** Days after which an idle conversation is removed; null where conversations stay until they are deleted. */
  readonly retentionDays: number | null;
}

/** What is switched on where these experts can be called. */
export const systemFacts = (
  pool: Pick<ExpertPool, "experts" | "elsewhere">,
  deployment: DeploymentFacts,
): SystemFacts => ({
  does: (taskType) => pool.experts(taskType).length > 0,
  isInstructed: (taskType) => pool.experts(taskType).some(({ facts }) => !isBelowInstructions(facts)),
  isEmbeddedOnly: (taskType) => pool.experts(taskType).every(({ endpoint }) => endpoint.provider === "embedded"),
  wouldDo: (taskType) => pool.elsewhere(taskType).providers,
  deployment,
});

/** How a file comes in: what any deployment takes, and what is read where no provider is switched on. */
interface KindFacts {
  readonly name: string;
  readonly such: string;
  readonly embedded: string;
}

export const KIND_FACTS: Readonly<Record<BaseKind, KindFacts>> = {
  text: { name: "texts", such: "plain text, Markdown, source code", embedded: "plain text, Markdown" },
  image: { name: "pictures", such: "PNG, JPEG, WebP", embedded: "PNG, JPEG, WebP" },
  audio: { name: "recordings", such: "WAV, MP3, M4A, Ogg", embedded: "WAV, MP3" },
  video: { name: "videos", such: "MP4", embedded: "" },
  document: {
    name: "documents",
    such: "PDF, Word, PowerPoint, OpenDocument, HTML, e-mails (.eml)",
    embedded: "PDF, Word (.docx), PowerPoint (.pptx), OpenDocument (.odt, .odp), HTML, e-mails (.eml)",
  },
  table: {
    name: "tables",
    such: "CSV, Excel, OpenDocument sheets",
    embedded: "CSV, Excel (.xlsx), OpenDocument sheets (.ods)",
  },
  data: { name: "data", such: "JSON, and whatever is none of the others", embedded: "JSON lists of objects" },
};

/** What an embedded expert does of a task type that a model elsewhere does more of, and where that ends. */
interface EmbeddedShare {
  readonly does?: string;
  /** A clause of its own. */
  readonly bounds?: string;
  /** Words for what people ask for besides, and do not get. */
  readonly not?: string;
}

const PRINT: EmbeddedShare = {
  bounds: "print in Latin letters, English best; no handwriting and no other script",
  not: "handwriting handwritten cursive scribble Chinese Japanese Korean Arabic Hebrew Greek Russian Cyrillic Hindi",
};

const EMBEDDED_SHARES: ReadonlyMap<string, EmbeddedShare> = new Map<string, EmbeddedShare>([
  [
    "image-editing",
    {
      does: "turn an image grey, sepia, brighter, darker, sharper or blurred; rotate, flip, crop, resize, invert or frame it",
      bounds: "always the whole picture, and nothing in it",
      not: "background watermark",
    },
  ],
  ["image-to-image", { does: "give an image a filter, such as grey, blur or edges" }],
  ["audio-to-audio", { does: "take the noise out of speech in a WAV or MP3 file" }],
  [
    "text-to-speech",
    { does: "read an English text aloud", bounds: "in one voice, at one speed", not: "sing song clone accent" },
  ],
  ["optical-character-recognition", PRINT],
  ["document-question-answering", PRINT],
  [
    "object-detection",
    {
      bounds: "eighty kinds of things, such as people, animals, vehicles and furniture",
      not: "breed brand species famous",
    },
  ],
  ["text-classification", { bounds: "whether it is positive or negative, in English" }],
  ["question-answering", { bounds: "in English, by words that stand in it" }],
  ["summarization", { bounds: "by its own sentences, in English" }],
  ["code-execution", { bounds: "JavaScript, without network, files or clock" }],
]);

const shareOf = (taskType: string, { isEmbeddedOnly }: SystemFacts): EmbeddedShare =>
  (isEmbeddedOnly(taskType) && EMBEDDED_SHARES.get(taskType)) || {};

/** What is done of a task type here and now, in words: less than its description where only what is embedded does it. */
export const doneHere = (
  { name, description }: { readonly name: string; readonly description: string },
  facts: SystemFacts,
): string => shareOf(name, facts).does ?? description;

/** Where what is done of a task type here ends, in words; null where nothing is known of that. */
export const boundsHere = (taskType: string, facts: SystemFacts): string | null =>
  shareOf(taskType, facts).bounds ?? null;

/** Words for what people ask of a task type and do not get here; none where nothing is known of that. */
export const notHere = (taskType: string, facts: SystemFacts): readonly string[] =>
  shareOf(taskType, facts).not?.toLowerCase().split(" ") ?? [];

/** The limits that a person meets first: characters and files or addresses of a message, bytes of a file. */
export const LIMITS = {
  messageChars: MAX_MESSAGE_CHARS,
  messageFiles: MAX_ATTACHED_RESOURCES,
  fileBytes: MAX_RESOURCE_BYTES,
} as const;

/** The same in words. A function, as formatting a number loads a locale, which start-up has no time for. */
export const limitFacts = (): readonly (readonly [what: string, limit: string])[] => [
  ["a message", `${LIMITS.messageChars.toLocaleString("en")} characters, ${LIMITS.messageFiles} files or addresses`],
  ["a file", `${Math.round(LIMITS.fileBytes / 2 ** 20)} MiB`],
];

/** What provider a deployment has switched on, as people call it. */
const PROVIDER_NAMES: Readonly<Partial<Record<ProviderName, string>>> = {
  huggingface: "Hugging Face",
  "workers-ai": "Workers AI",
  openai: "an OpenAI-compatible server",
  custom: "endpoints of your own",
};

export const providerInWords = (provider: string): string =>
  (Object.hasOwn(PROVIDER_NAMES, provider) ? PROVIDER_NAMES[provider as ProviderName] : undefined) ?? provider;

/**
 * How what does a task type is switched on: "Hugging Face (set HF_TOKEN, or send X-HF-Token with the request) or an
 * endpoint of your own (POST /v1/models)".
 * @param takesTokens whether what is asked for takes the caller's own token with the request
 */
export function switchesInWords(providers: readonly string[], takesTokens = true): string {
  const switches = Object.entries(SWITCHES).flatMap(([provider, { set, header }]) =>
    providers.includes(provider)
      ? [
          `${providerInWords(provider)} (set ${set}${header === null || !takesTokens ? "" : `, or send ${header} with the request`})`,
        ]
      : [],
  );
  return [...switches, "an endpoint of your own (POST /v1/models)"].join(" or ");
}

/** What follows the first words of a description: examples, and what is meant in full. */
const IN_FULL = /(?:,? (?:for example|such as)|, with|:| \().*$/s;

/** "I can't translate a text into another language here.", of what task types do by their descriptions. */
export const cannotHere = (descriptions: readonly string[]): string =>
  `I can't ${listed(
    descriptions.map((description) => lowerFirst(description.replace(IN_FULL, ""))),
    "or",
  )} here.`;
