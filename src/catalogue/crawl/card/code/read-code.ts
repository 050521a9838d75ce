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

/** Tokens of Hugging Face's, OpenAI's, GitHub's and others' (`eyJ` begins a JWT) that somebody left in. */
const SECRET = /\b(?:(hf_|api_org_|sk-|gh[oprsu]_|github_pat_)[\w-]{16,}|(eyJ)[\w-]{8,}\.[\w.-]+)/g;
/** What shows nothing, or turns round what is shown; tabs and line breaks stay. */
const INVISIBLE = /(?![\t\n])[\p{Cc}\p{Cf}\p{Co}]/gu;

const shown = (code: string): string => code.replaceAll(INVISIBLE, "").replaceAll(SECRET, "$1$2…").trimEnd();
