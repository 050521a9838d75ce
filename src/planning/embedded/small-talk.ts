import { AREAS, type Area, type Ontology } from "../../domain/task-types/index.ts";
import { lowerFirst } from "./ask.ts";
import { ownTypesOf } from "./own-types.ts";

const GREETING =
  /^(?:hi|hello|hey|hiya|howdy|greetings|good (?:morning|afternoon|evening|day)|yo|welcome)(?:,? (?:there|all|everyone|again|impresario|assistant|friend|\w{1,12}))?$/i;
const HOW_ARE_YOU = /^(?:and )?(?:how are you|how's it going|how do you do|what's up|how have you been)(?: \w+){0,3}$/i;
const THANKS =
  /^(?:(?:ok|okay|great|perfect|nice|cool|wow|awesome|amazing|well done|good job)[,!]? ?)*(?:(?:many |great )?thanks|thank you|thx|cheers|much appreciated)?(?:,? (?:a lot|so much|very much|for \w+(?: \w+){0,3}|that (?:was|is|'s|looks) \w+|again))*$/i;
const FAREWELL = /^(?:bye|goodbye|good ?night|see you|farewell|that's all|that is all|ciao)(?: \w+){0,3}$/i;
const WHO_ARE_YOU =
  /^(?:who|what) are you\b|^what is (?:this|your name)$|^are you (?:an? )?(?:\w+ )?(?:ai|bot|robot|human|person|real)\b|^what's your name$/i;
const ABILITIES =
  /^(?:what|which)(?: (?:things|tasks|kinds? of (?:things|tasks)))? (?:can|could|do) you (?:do|help|offer|support|handle)\b|^what are you (?:able to do|capable of|good at)|^(?:help|help me|commands|capabilities|features)$|^how (?:can|could) you help\b|^what (?:are your|tasks|features|capabilities)\b|^how (?:does this|do you) work$/i;

const sentencesOf = (text: string): readonly string[] =>
  text
    .slice(0, 400)
    .split(/[.!?\n]+/)
    .map((sentence) =>
      sentence
        .trim()
        .replaceAll("’", "'")
        .replace(/^[,;: ]+|[,;: ]+$/g, ""),
    )
    .filter((sentence) => sentence !== "");
/** A message of more sentences than this says more than hello. */
const MAX_SENTENCES = 4;

/** An answer to a greeting, thanks or a question about the system; `null` when the message is anything else. */
export function smallTalk(text: string, ontology: Ontology): string | null {
  const sentences = sentencesOf(text);
  const isTalk = (sentence: string): boolean =>
    [GREETING, HOW_ARE_YOU, THANKS, FAREWELL, WHO_ARE_YOU, ABILITIES].some((pattern) => pattern.test(sentence));
  if (text.length > 400 || sentences.length === 0 || sentences.length > MAX_SENTENCES || !sentences.every(isTalk))
    return null;
  if (sentences.some((sentence) => ABILITIES.test(sentence)))
    return `I plan requests as tasks for expert models. ${abilities(ontology)}`;
  if (sentences.some((sentence) => WHO_ARE_YOU.test(sentence)))
    return `I am Impresario: I turn a request into tasks for expert models and compose their results. ${abilities(ontology)}`;
  if (sentences.some((sentence) => FAREWELL.test(sentence))) return "Goodbye.";
  if (sentences.some((sentence) => GREETING.test(sentence) || HOW_ARE_YOU.test(sentence)))
    return "Hello. Tell me what to do with a text, an image, a recording, a table or a PDF: name or attach it, and say what you want to know or have made of it.";
  return "You're welcome.";
}

export const cannot = (ontology: Ontology): string =>
  `None of the task types here fits that request, so nothing was planned. ${abilities(ontology)}`;

const AREA_TITLES: Readonly<Record<Area, string>> = {
  language: "Texts",
  "image-understanding": "Images",
  "image-generation": "New images",
  audio: "Sound",
  video: "Video",
  document: "Scans and PDFs",
  table: "Tables",
  code: "Programs",
};
/** Enough to give an idea of an area; the whole list is in the API. */
const SHOWN_PER_AREA = 6;

/** What the task types of this deployment do, by area, its own before those that are everywhere. */
export function abilities(ontology: Ontology): string {
  const types = new Set([...ownTypesOf(ontology), ...ontology.all]);
  const lines = AREAS.flatMap((area) => {
    const descriptions = [
      ...new Set([...types].filter((type) => type.area === area).map(({ description }) => lowerFirst(description))),
    ];
    if (descriptions.length === 0) return [];
    const more = descriptions.length > SHOWN_PER_AREA ? "; and more" : "";
    return [`- ${AREA_TITLES[area]}: ${descriptions.slice(0, SHOWN_PER_AREA).join("; ")}${more}`];
  });
  return `I can:\n${lines.join("\n")}`;
}
