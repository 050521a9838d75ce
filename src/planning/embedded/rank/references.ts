import type { RequestToken } from "./tokens.ts";

/** What the result of a task type is called when it is spoken of again: "the edited image", "its summary". */
const RESULT_NAMES: Readonly<Record<string, string>> = {
  "token-classification":
    "entit|keyword|token|labeled|labelled|tagged|extracted (?:entit|keyword|info|data|term|name|date|place|location)|locations?|names",
  translation:
    "translat|(?:french|spanish|german|english|chinese|italian|japanese|russian|korean|portuguese|hindi|arabic) (?:text|version|summary|sentence|response|answer|content)",
  summarization: "summar|condensed|short(?:ened|er) (?:text|version)",
  "question-answering": "answer",
  conversational: "response|respond|conversation|dialog|reply|chat",
  "text-generation":
    "generated (?:text|sentence|paragraph|content|article|story|description)|(?:new|created) (?:text|sentence)|story|poem|paragraph",
  "tabular-classification": "classif|table data|tabular",
  "object-detection": "detect|objects?|bounding|identified",
  "image-classification": "classif|categor|class\\b|identified|label",
  "image-to-image":
    "(?:transform|enhanc|improv|modif|convert|new|result|generat|styl)\\w* (?:image|picture|photo|one)|transformed",
  "image-to-text":
    "descri|caption|extracted text|text (?:from|in|of) (?:the )?image|generated (?:text|description)|recognized text",
  "text-to-image": "(?:generat|creat|new|result|synthesi)\\w* (?:image|picture|visual|photo)|illustration",
  "text-to-video": "video",
  "visual-question-answering": "answer",
  "document-question-answering": "answer|document'?s?\\b",
  "image-segmentation": "segment|region|mask",
  "depth-estimation": "depth",
  "text-to-speech":
    "(?:generat|creat|result|synthesi|convert)\\w* (?:audio|speech|voice)|audio (?:file|version|clip)|spoken|speech",
  "automatic-speech-recognition": "transcri|recogni[sz]ed|converted text|spoken|text (?:from|of) (?:the )?audio",
  "audio-to-audio":
    "(?:enhanc|clean|improv|process|denois|separat|modif|result)\\w* (?:audio|recording|sound|speech|file|version)|enhanced",
  "audio-classification": "classif|emotion|command|event|category",
  "image-editing":
    "(?:edit|modif|chang|alter|updat|new|result|adjust)\\w* (?:image|picture|photo|version|one|object|car|color)|edited",
  "sentence-similarity": "similarity|score",
  "optical-character-recognition": "(?:extracted|printed|read) text|words",
};

/** A result is spoken of as something known: "the summary", "with each translation", never "a summary". */
const KNOWN =
  "(?:the|this|that|these|those|its|their|both|each|all|said|resulting|using|with|on|of|from|to|for|in|into|about|by)(?: (?:the|this|that|newly|final|resulting|previously|relevant|main|same))* ";

/** More say nothing more. */
const MAX_REFERENCES = 8;

const patterns = new Map<string, RegExp>();

/** Places of the tokens, at most `MAX_REFERENCES`, that may speak of what a task of this type gives. */
export function referencesTo(type: string, masked: string, tokens: readonly RequestToken[]): readonly number[] {
  const pattern = patternOf(type);
  if (!pattern) return [];
  const places: number[] = [];
  for (const { index, 0: match } of masked.matchAll(pattern)) {
    const place = tokens.findLastIndex(({ at }) => at < index + match.length);
    if (place >= 0) places.push(place);
    if (places.length === MAX_REFERENCES) break;
  }
  return places;
}

/** Made when it is first wanted: few of the types are likely in a request. */
function patternOf(type: string): RegExp | undefined {
  const known = patterns.get(type);
  const names = RESULT_NAMES[type];
  if (known || names === undefined) return known;
  const pattern = new RegExp(`\\b${KNOWN}(?:${names})`, "gi");
  patterns.set(type, pattern);
  return pattern;
}
