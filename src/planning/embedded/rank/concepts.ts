import { stem } from "./stem.ts";

/** Words that mean much the same to a planner, by what we call them. A word may be in several classes. */
const CONCEPTS: Readonly<Record<string, string>> = {
  make: "make create generate produce compose craft design build draw paint render come",
  write:
    "write draft compose elaborate expand continue rewrite formulate story poem essay email paragraph article blog script",
  describe: "describe description caption explain depict narrate textual represent",
  change:
    "change edit modify alter adjust replace add remove insert swap crop resize recolor recolour make turn apply update",
  better:
    "improve enhance clean denoise noise noisy quality clarity clear sharpen upscale refine restore remaster resolution background reduce reduction",
  transform: "transform convert turn transfer style translate change conversion transformation into variation version",
  shorten: "summarize summary shorten condense brief concise digest gist overview key points main abstract recap tldr",
  translate: "translate translation translated language",
  listen:
    "transcribe transcript transcription speech spoken said says say talk recognize recognition dictate hear listen",
  speak:
    "read aloud speak speech voice narration narrate spoken listen audiobook pronounce synthesize audible tts hear",
  classify: "classify classification category categorize class type kind label labels sort genre identify determine",
  sentiment: "sentiment emotion mood feeling tone opinion attitude positive negative",
  detect: "detect detection locate location find recognize spot bounding boxes box count number many position",
  identify: "identify identification determine recognize know tell which figure",
  segment: "segment segmentation divide split separate mask region regions parts isolate boundaries partition",
  depth: "depth distance far close 3d three-dimensional spatial near perspective dimension",
  question: "question answer ask query questions answers inquire what which who where when why how",
  similar: "similar similarity compare comparison close resemble match matching alike related difference",
  entity:
    "entity entities keyword keywords names named dates locations people places organizations extract extraction token tokens terms tag part-of-speech",
  table: "table tabular spreadsheet row column columns rows cells csv data chart",
  paper: "document invoice receipt form contract letter scanned report pdf page bill scan certificate resume paper",
  chat: "conversation conversational chat dialogue dialog respond response reply engage discuss talk advice suggest recommend friendly interactive coherent",
  text: "text sentence paragraph article passage story content words written transcript review message",
  result: "result output resulting generated answer obtained extracted edited modified transformed",
  object: "object objects item items things elements scene cat dog car person people animal",
  both: "two both each all several multiple every another",
  topic: "topic theme subject content about main information",
  event: "sound event command music noise speaker emotion instrument environment alarm",
  animate: "video clip animate animation movie film footage moving motion",
  print: "printed print ocr read text words extract sign page handwriting",
  first: "first start begin initially",
  last: "finally lastly last end ultimately",
  next: "then next after afterwards subsequently following",
  given: "based given using according provided from on with",
};

const classesByWord = new Map<string, string[]>();

/** The classes that the word of a token is in. */
export function conceptsOf(word: string): readonly string[] {
  if (classesByWord.size === 0) fill();
  return classesByWord.get(word) ?? [];
}

/** Not at module load, which has to be quick. */
function fill(): void {
  for (const [concept, words] of Object.entries(CONCEPTS)) {
    for (const word of new Set(words.split(" ").map(stem))) {
      const classes = classesByWord.get(word);
      if (classes) classes.push(concept);
      else classesByWord.set(word, [concept]);
    }
  }
  classesByWord.set("#language", ["translate"]);
  classesByWord.set("#video", ["animate"]);
}
