import { type Composer, plain } from "./each.ts";
import { describe, edit, imagine } from "./images.ts";
import { speak, translate } from "./speech.ts";
import { classifyBy, compare, write } from "./texts.ts";

export { composeGuided } from "./images.ts";
export { inLanguage } from "./speech.ts";

const execute: Composer = (intent, scope, own, shop) => {
  const code = scope.parts.find(({ part }) => part.as === "code")?.thing;
  if (!code) return plain(intent, scope, own, shop);
  const made = shop.add("code-execution", [
    { port: "code", binding: { from: "literal", value: code.words ?? "" }, things: [code] },
  ]);
  if (made) shop.note(`code-execution, because of "${intent.words}".`);
  return made ? [made] : [];
};

const COMPOSERS: Readonly<Record<string, Composer>> = {
  translation: translate,
  "text-to-speech": speak,
  "image-to-text": describe,
  "image-to-image": edit,
  "image-editing": edit,
  "image-to-video": edit,
  "text-to-image": imagine,
  "text-to-video": imagine,
  "text-generation": write,
  "sentence-similarity": compare,
  "zero-shot-classification": classifyBy,
  "zero-shot-image-classification": classifyBy,
  "code-execution": execute,
};

/** How the tasks of a type are made; by default one for each thing that the clause is about. */
export const composerOf = (type: string): Composer => COMPOSERS[type] ?? plain;
