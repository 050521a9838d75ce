import type { CodeLanguage } from "../../../../domain/catalogue.ts";
import { codeBlocks } from "./blocks.ts";
import { type InferenceCall, readInference } from "./inference.ts";

/** The first code of a card that runs its model. */
export interface ReadCode extends InferenceCall {
  readonly language: CodeLanguage;
  readonly code: string;
}

/** The first code in a README.md that runs its model; null where there is none. @param id the model's id */
export function readCode(markdown: string, id: string): ReadCode | null {
  const isThis = (text: string): boolean => nameOf(text) === nameOf(id);
  for (const { language, text } of codeBlocks(markdown)) {
    const call = readInference(text, language, isThis);
    if (call) return { language, code: shown(text), ...call };
  }
  return null;
}

/** A model's name without its organization, which changes where a model moves: "gpt2" for "openai-community/gpt2". */
const nameOf = (id: string): string => id.slice(id.lastIndexOf("/") + 1).toLowerCase();

/** Tokens of Hugging Face's and others' that somebody left in. */
const SECRET = /\b(hf_|sk-)[\w-]{16,}/g;
/** What shows nothing, or turns round what is shown; tabs and line breaks stay. */
const INVISIBLE = /(?![\t\n])[\p{Cc}\p{Cf}\p{Co}]/gu;

const shown = (code: string): string => code.replaceAll(SECRET, "$1…").replaceAll(INVISIBLE, "").trimEnd();
