import type { Readings } from "./reading.ts";

const OPEN = { licence: { allow: ["open-source", "permissive"] } } as const;
const PERMISSIVE = { licence: { allow: ["permissive"] } } as const;
const LIBRISPEECH = { benchmark: { name: "LibriSpeech", prefer: "best" } } as const;
const HUGGING_FACE = { provider: { allow: ["huggingface"] } } as const;
const CHEAPEST = { prefer: "cheapest" } as const;

/** Several qualities of one model, each read by itself. */
export const COMPOSED: Readings = {
  readings: [
    [
      "Transcribe a.wav with a local model, MIT or Apache.",
      { licence: { allow: ["MIT", "Apache-2.0"] }, provider: { allow: ["local"] } },
    ],
    ["Use the cheapest open model. Summarize notes.txt", { ...OPEN, ...CHEAPEST }],
    [
      "Transcribe a.wav with a permissive model below 2B that is best on LibriSpeech.",
      { ...PERMISSIVE, ...LIBRISPEECH, size: { max: 2e9 } },
    ],
    ["Transcribe a.wav with the model best on LibriSpeech under 1B.", { ...LIBRISPEECH, size: { max: 1e9 } }],
    ["Transcribe a.wav, best on LibriSpeech under 1B.", { ...LIBRISPEECH, size: { max: 1e9 } }],
    ["Use the cheapest model on Hugging Face to caption a.png.", { ...CHEAPEST, ...HUGGING_FACE }],
    [
      "Use a permissive, non-gated model below 3B from Hugging Face to caption a.png",
      { ...PERMISSIVE, ...HUGGING_FACE, size: { max: 3e9 }, gated: false },
    ],
    [
      "Draw a fox under $0.01 per image and Apache licence.",
      { licence: { allow: ["Apache-2.0"] }, price: { maxUsd: 0.01, per: "image" } },
    ],
    [
      "Caption a.png without any model that is gated or non-commercial.",
      { licence: { deny: ["non-commercial"] }, gated: false },
    ],
    [
      "Caption a.png with a model that is neither gated nor non-commercial.",
      { licence: { deny: ["non-commercial"] }, gated: false },
    ],
    ["Draw a fox with any model except FLUX.", { model: { deny: ["FLUX"] } }],
    [
      "Transcribe a.wav with a model other than openai/whisper-large-v2.",
      { model: { deny: ["openai/whisper-large-v2"] } },
    ],
    ["Summarize notes.txt, model our/sum.", { model: { allow: ["our/sum"] } }],
    ["Caption a.png, model: our/sum, no others", { model: { allow: ["our/sum"] } }],
    [
      "Caption a.png. The model should be permissive, from Google and below 2B.",
      { ...PERMISSIVE, provider: { allow: ["google"] }, size: { max: 2e9 } },
    ],
    [
      "Pick the best open model under 7B on MMLU and summarize notes.txt",
      { ...OPEN, benchmark: { name: "MMLU", prefer: "best" }, size: { max: 7e9 } },
    ],
    [
      "Caption a.png using a model not from Google, not gated, under 2B",
      { provider: { deny: ["google"] }, gated: false, size: { max: 2e9 } },
    ],
    [
      "Summarize notes.txt with an open-weight model from Mistral",
      { licence: { deny: ["proprietary"] }, provider: { allow: ["mistral"] } },
    ],
    [
      "Caption a.png; prefer small, open, local models",
      { ...OPEN, size: { prefer: "smallest" }, provider: { allow: ["local"] } },
    ],
  ],
  tempting: [
    "Summarize the news on Google models and Apple models",
    "Explain how the cheapest open model from Meta was trained",
    "Draw a small open model of a house, MIT style",
    "Make an image of a local model wearing Google glasses",
    "Compare the models from Google and Meta in report.pdf",
    "Draw a local model from China, with an Apple logo",
    "Detect the people in a.png with a model from 2020 and COCO labels",
    "Which open models are best on MMLU?",
    "According to paper.pdf the open model has the best ImageNet accuracy. Which year?",
    "My pen pal wants to know what my street looks like. Put a.jpg into words for her, Japanese ones",
  ],
};
