import type { JsonValue } from "../../../../src/domain/json.ts";

/** Ids of what is uploaded once for all tasks. */
export type Files = Readonly<Record<"image" | "audio" | "video", string>>;

type Args = Readonly<Record<string, JsonValue>>;

const TEXT = "Ada Lovelace lived in London, and she was very happy there.";
const CSV = [
  { city: "Oslo", people: 709_000 },
  { city: "Bergen", people: 289_000 },
];

const text = (): Args => ({ text: TEXT });
const image = (files: Files): Args => ({ image: files.image });
const drawn = (): Args => ({ text: "a girl reading a book", image: "<resource>-0" });

/** Arguments of every built-in task type; `<resource>-0` is what the task before gives, where `MAP_BEFORE` names one. */
export const ARGUMENTS: Readonly<Record<string, (files: Files) => Args>> = {
  "text-classification": text,
  "token-classification": text,
  "text2text-generation": () => ({ text: TEXT, instruction: "Say it in the present tense" }),
  summarization: text,
  translation: () => ({ text: TEXT, "target-language": "de", "source-language": "en" }),
  "question-answering": () => ({ question: "Where did Ada live?", context: TEXT }),
  "open-question-answering": () => ({ question: "Where is Oslo?" }),
  conversational: text,
  "text-generation": text,
  "feature-extraction": text,
  "sentence-similarity": () => ({ sentence: TEXT, sentences: ["Ada was a happy woman.", "It rains."] }),
  "zero-shot-classification": () => ({ text: TEXT, labels: ["history", "weather"] }),
  "language-identification": text,

  "image-to-text": image,
  "optical-character-recognition": image,
  "visual-question-answering": ({ image }) => ({ image, question: "What is it?" }),
  "document-question-answering": ({ image }) => ({ document: image, question: "What is it?" }),
  "image-classification": image,
  "zero-shot-image-classification": ({ image }) => ({ image, labels: ["a dog", "a house"] }),
  "object-detection": image,
  "barcode-reading": image,

  "text-to-image": () => ({ text: "a girl reading a book" }),
  "image-to-image": ({ image }) => ({ image, text: "make it a painting" }),
  "image-editing": ({ image }) => ({ image, text: "make the sky red" }),

  "canny-control": image,
  "hed-control": image,
  "mlsd-control": image,
  "normal-control": image,
  "pose-detection": image,
  "depth-estimation": image,
  "scribble-control": image,
  "image-segmentation": image,
  "canny-text-to-image": drawn,
  "hed-text-to-image": drawn,
  "mlsd-text-to-image": drawn,
  "normal-text-to-image": drawn,
  "openpose-text-to-image": drawn,
  "depth-text-to-image": drawn,
  "scribble-text-to-image": drawn,
  "seg-text-to-image": drawn,

  "automatic-speech-recognition": ({ audio }) => ({ audio }),
  "text-to-speech": text,
  "audio-classification": ({ audio }) => ({ audio }),
  "audio-to-audio": ({ audio }) => ({ audio }),
  "text-to-video": () => ({ text: "a girl reading a book" }),
  "image-to-video": ({ image }) => ({ image, text: "she turns a page" }),
  "video-classification": ({ video }) => ({ video }),
  "table-question-answering": () => ({ table: CSV, question: "How many people live in Oslo?" }),
  "chart-drawing": () => ({ table: CSV, question: "people by city" }),
  "tabular-classification": () => ({ table: CSV }),
  "code-execution": () => ({ code: "print(1)" }),
};

/** The task that draws the map that a task type makes an image from. */
export const MAP_BEFORE: Readonly<Record<string, string>> = {
  "canny-text-to-image": "canny-control",
  "hed-text-to-image": "hed-control",
  "mlsd-text-to-image": "mlsd-control",
  "normal-text-to-image": "normal-control",
  "openpose-text-to-image": "pose-detection",
  "depth-text-to-image": "depth-estimation",
  "scribble-text-to-image": "scribble-control",
  "seg-text-to-image": "image-segmentation",
};
