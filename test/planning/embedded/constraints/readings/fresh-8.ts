import type { Reading, Readings } from "./reading.ts";

const licence = (side: "allow" | "deny", ...names: readonly string[]): Reading => ({ licence: { [side]: names } });
const provider = (...names: readonly string[]): Reading => ({ provider: { allow: names } });

/** Several wishes about one word, and what a strict reader of the issue tried besides. */
export const FRESH_8: Readings = {
  readings: [
    // A wish and a bound
    ["Summarize notes.txt using the largest model below 10B", { size: { prefer: "largest", max: 10e9 } }],
    ["Summarize a.txt with the smallest model above 1B parameters", { size: { prefer: "smallest", min: 1e9 } }],
    ["Draw a cat with the largest model under 5 GB", { size: { prefer: "largest", maxBytes: 5e9 } }],
    [
      "Summarize a.txt with the largest permissive model under 7B",
      { ...licence("allow", "permissive"), size: { prefer: "largest", max: 7e9 } },
    ],
    ["The largest allowed model size is 7B. Summarize a.txt", { size: { max: 7e9 } }],
    // A wish or a bound, and who runs it
    [
      "Summarize a.txt using the largest model on Workers AI",
      { ...provider("workers-ai"), size: { prefer: "largest" } },
    ],
    ["Summarize a.txt with the smallest model from Google", { ...provider("google"), size: { prefer: "smallest" } }],
    ["Summarize a.txt with a model below 10B on Workers AI", { ...provider("workers-ai"), size: { max: 10e9 } }],
    ["Summarize a.txt with the cheapest model from Google", { ...provider("google"), prefer: "cheapest" }],
    [
      "Summarize a.txt using the largest model below 10B on Workers AI",
      { ...provider("workers-ai"), size: { prefer: "largest", max: 10e9 } },
    ],
    // "excluded" by itself
    ["Summarize notes.txt, non-commercial excluded", licence("deny", "non-commercial")],
    ["Summarize notes.txt with non-commercial licences excluded", licence("deny", "non-commercial")],
    ["Summarize notes.txt, GPL and AGPL models excluded", licence("deny", "GPL", "AGPL")],
    // The latency behind its bound
    ["Transcribe talk.wav, less than 2 seconds latency", { latency: { maxMs: 2_000 } }],
    ["Transcribe talk.wav with at most 2 s of latency", { latency: { maxMs: 2_000 } }],
  ],
  tempting: [
    "Draw the smallest model on the table",
    "Draw the largest model from 1950",
    "What is the largest model from Google?",
    "Write about the smallest model from Meta",
    "Find the largest model from Meta in models.csv",
    "Translate this: GPL excluded",
    "List the companies with GPL excluded",
    "Is GPL excluded?",
    "Draw a poster that says GPL forbidden",
    "Write about models under the Foo licence",
  ],
};
