import * as z from "zod";
import { AppError } from "../../../domain/errors.ts";
import { optionalText, textInput } from "../inputs.ts";
import type { HuggingFaceCall } from "../session.ts";
import { floresCode, languageName, mbartCode, readLanguage } from "./languages.ts";
import { way } from "./way.ts";

/** ISO 639-1; null where nobody said. */
interface Languages {
  readonly source: string | null;
  readonly target: string | null;
}

/** What a model is sent to translate. */
export interface Wording {
  readonly inputs: string;
  readonly parameters?: { readonly src_lang: string; readonly tgt_lang: string };
}

const Translated = z.union([
  z.object({ translation_text: z.string() }),
  z.array(z.object({ translation_text: z.string() })).min(1),
]);

export const translation = way("translation", async (session) => {
  const text = await textInput(session.call.inputs, "text");
  const wording = await worded(text, await languages(session), session.to.model);
  const answer = await session.ask(
    (client, to, options) => client.translation({ ...to, ...wording }, options),
    Translated,
  );
  const translated = [answer].flat().map(({ translation_text }) => translation_text);
  return { outputs: { text: { as: "text", text: translated.join("\n") } } };
});

async function languages({ call: { inputs } }: HuggingFaceCall): Promise<Languages> {
  const [source, target] = await Promise.all([
    optionalText(inputs, "source-language"),
    optionalText(inputs, "target-language"),
  ]);
  return { source: source === null ? null : known(source), target: target === null ? null : known(target) };
}

function known(said: string): string {
  const language = readLanguage(said);
  if (language === null)
    throw new AppError("unsupported-input", `"${said.slice(0, 40)}" is not a language known here.`);
  return language;
}

/**
 * How a family of models is told the languages, by the model's name, as their cards say.
 * @throws {AppError} `unsupported-input` for a language that the model does not have.
 */
export async function worded(text: string, { source, target }: Languages, model: string): Promise<Wording> {
  const name = model.toLowerCase();
  const pair = /opus-mt-(?:tc-\w+-)?([a-z]{2,3})[-_]([a-z]{2,3})$/.exec(name);
  if (pair) return pairWording(text, target, { model, into: pair[2] ?? "" });
  const coded = CODED.find(({ family }) => family.test(name));
  const into = target ?? "en";
  if (coded) {
    const from = source ?? (await guessLanguage(text));
    return {
      inputs: text,
      parameters: { src_lang: need(coded.code(from), from, model), tgt_lang: need(coded.code(into), into, model) },
    };
  }
  if (/madlad/.test(name)) return { inputs: `<2${into}> ${text}` };
  if (/(^|[/-])(flan-|m)?t5\b/.test(name)) {
    const from = source ?? (await guessLanguage(text));
    return { inputs: `translate ${languageName(from)} to ${languageName(into)}: ${text}` };
  }
  return { inputs: text };
}

const CODED: readonly { readonly family: RegExp; readonly code: (language: string) => string | null }[] = [
  { family: /nllb/, code: floresCode },
  { family: /mbart/, code: mbartCode },
  { family: /m2m|small100/, code: (language) => language },
];

/** A model of one pair of languages is told none; groups of languages have names of three letters. */
function pairWording(text: string, target: string | null, { model, into }: { model: string; into: string }): Wording {
  if (target !== null && into.length === 2 && into !== target) {
    throw new AppError("unsupported-input", `${model} does not translate into ${languageName(target)}.`);
  }
  return { inputs: text };
}

function need(code: string | null, language: string, model: string): string {
  if (code === null) throw new AppError("unsupported-input", `${model} does not have ${languageName(language)}.`);
  return code;
}

/** English where the text does not tell: these models want to be told something. */
async function guessLanguage(text: string): Promise<string> {
  const { identifyLanguage } = await import("../../embedded/text/identify-language.ts");
  return readLanguage(identifyLanguage(text)[0]?.label ?? "en") ?? "en";
}
