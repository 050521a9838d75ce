import { codeOfLanguage } from "../../../../domain/languages.ts";
import type { CardRule } from "./rule.ts";

/** What names of languages follow when they say what the model knows. */
const TRIGGER =
  /\b(?:supports?|supported languages?(?: are| include)?|languages? supported(?: are| include)?|speaks?|understands?|available in|works? (?:in|with|for|on)|trained (?:on|for|in)|languages(?: are| include)?(?=:)|multilingual model for)\b/gi;
/** Between the trigger and the first name. */
const LEAD =
  /^[\s:]*(?:(?:the )?(?:following )?(?:\d{1,3} |several |multiple |many )?(?:different )?(?:languages?)?[\s:(,-]*(?:including|such as|namely|are|both)?[\s:(]*)/i;
const SEPARATOR = /^(?:\s*,\s*(?:and|or|&)\s+|\s*,\s*|\s*\/\s*|\s+(?:and|or|&|as well as)\s+)/i;
const NAME = /^\p{Lu}[\p{L}]{1,20}(?: \p{Lu}[\p{L}]{1,20})?/u;
/** "trained on English Wikipedia" tells of a text, which `trained-on` reads. */
const PARTS_OF_NAMES = /^\s+\p{Lu}/u;

export const languagesRule: CardRule = {
  relation: "knows-language",
  read(sentence) {
    for (const trigger of sentence.matchAll(TRIGGER)) {
      const after = sentence.slice(trigger.index + trigger[0].length);
      const found = namesAtStart(after.replace(LEAD, ""));
      if (found.length > 0) return found;
    }
    return [];
  },
};

const MAX_LISTED = 120;

/** The codes of the languages that a text begins with; none at all when the last of them is part of another name. */
function namesAtStart(text: string): readonly string[] {
  const codes: string[] = [];
  let rest = text;
  while (codes.length < MAX_LISTED) {
    const name = NAME.exec(rest)?.[0];
    const found = name === undefined ? null : (read(name) ?? read(name.split(" ", 1)[0] ?? ""));
    if (found === null) break;
    codes.push(found.code);
    rest = rest.slice(found.name.length);
    const separator = SEPARATOR.exec(rest)?.[0];
    if (separator === undefined) break;
    rest = rest.slice(separator.length);
  }
  return PARTS_OF_NAMES.test(rest) ? [] : codes;
}

function read(name: string): { readonly name: string; readonly code: string } | null {
  const code = codeOfLanguage(name);
  return code === null ? null : { name, code };
}
