import type { RunView } from "../src/http/schemas/views.ts";

/** One thing that is asked. */
export interface Turn {
  readonly text: string;
  /** In `demo/`. */
  readonly files: readonly string[];
  /** The name under which its report is kept. */
  readonly report: string;
  /** Why the run did not go as it should; null when it did. */
  readonly findFault: (run: RunView) => string | null;
}

export interface Part {
  readonly title: string;
  readonly shows: string;
  readonly folder: string;
  readonly conversations: readonly (readonly Turn[])[];
}

type FindFault = (run: RunView) => string | null;

/** A run that succeeded, with an answer, and files of the media types that were asked for. */
const succeeds =
  (...mediaTypes: readonly string[]): FindFault =>
  (run) => {
    if (run.status !== "succeeded") return `it ${run.status}${run.error ? `: ${run.error.message}` : ""}`;
    if (!run.answer?.trim()) return "there is no answer";
    const missing = mediaTypes.find((type) => !run.files.some(({ mediaType }) => mediaType.startsWith(type)));
    return missing === undefined ? null : `no ${missing} file was made`;
  };

/** A run that succeeded, whose tasks of a type say these things, one each and in their order, and so its answer. */
const says =
  (task: string, ...facts: readonly RegExp[]): FindFault =>
  (run) => {
    const fault = succeeds()(run);
    if (fault !== null) return fault;
    const said = run.tasks.filter((one) => one.task === task).map(textOf);
    if (said.length !== facts.length) return `it has ${said.length} tasks of ${task}, not ${facts.length}`;
    const wrong = facts.find((fact, index) => !fact.test(said[index] ?? "") || !fact.test(run.answer ?? ""));
    return wrong === undefined ? null : `${task}, or the answer, does not say ${wrong}: ${said.join("; ")}`;
  };

/** A run that succeeded, whose answer says this. */
const answers =
  (fact: RegExp): FindFault =>
  (run) =>
    succeeds()(run) ?? (fact.test(run.answer ?? "") ? null : `the answer does not say ${fact}: ${run.answer}`);

const textOf = ({ outputs }: RunView["tasks"][number]): string =>
  Object.values(outputs)
    .map((value) => ("text" in value ? value.text : ""))
    .join("\n");

/** The first fault that any of them finds. */
const all =
  (...checks: readonly FindFault[]): FindFault =>
  (run) =>
    checks.map((find) => find(run)).find((fault) => fault !== null) ?? null;

/** A run that says plainly which task has no expert here. */
const saysWhatIsMissing = (run: RunView): string | null => {
  const lacking = run.tasks.find(({ error }) => error?.code === "no-model" || error?.code === "unsupported-input");
  if (!lacking) return "it does not say that no expert here can do it";
  return run.answer?.includes("Hugging Face") ? null : `the answer does not say what would switch on ${lacking.task}`;
};

export const PARTS: readonly Part[] = [
  {
    title: "An invoice, read and explained",
    shows: "Text is read from a picture, looked at from several sides at once, and spoken.",
    folder: "1-invoice",
    conversations: [
      [
        {
          text: "Read the text in invoice.png, tell me who sent it, what has to be paid and by when, and read a summary aloud",
          files: ["invoice.png"],
          report: "report.md",
          findFault: all(
            succeeds("audio/"),
            says("question-answering", /Northwind Paper Supplies Ltd/, /£1,302\.24/, /16 December 2026/),
          ),
        },
      ],
    ],
  },
  {
    title: "A conversation over a photo",
    shows: "Three turns; “the above image” is the one that was made before.",
    folder: "2-photo",
    conversations: [
      [
        {
          text: "Please generate a canny image based on photo.jpg",
          files: ["photo.jpg"],
          report: "report-1.md",
          findFault: succeeds("image/png"),
        },
        { text: "now blur the above image", files: [], report: "report-2.md", findFault: succeeds("image/png") },
        {
          text: "and how similar are the captions 'two dogs' and 'a pair of dogs'?",
          files: [],
          report: "report-3.md",
          findFault: says("sentence-similarity", /\b\d{1,3}%/),
        },
      ],
    ],
  },
  {
    title: "Sound and languages",
    shows: "A noisy recording is cleaned up; three texts are told apart.",
    folder: "3-sound-and-languages",
    conversations: [
      [
        {
          text: "Remove the noise from noisy.wav",
          files: ["noisy.wav"],
          report: "report-1.md",
          findFault: succeeds("audio/"),
        },
      ],
      [
        {
          text: "Which language is each of these texts, and is the English one positive or negative?",
          files: ["texts/english.txt", "texts/german.txt", "texts/spanish.txt"],
          report: "report-2.md",
          findFault: all(
            says("language-identification", /English/, /German/, /Spanish/),
            says("text-classification", /negative/),
          ),
        },
      ],
    ],
  },
  {
    title: "What a small detector sees, and what would see more",
    shows:
      "Things in photographs are found and counted. No expert that runs without a key knows breeds of dogs: it says so, instead of making one up.",
    folder: "4-photographs",
    conversations: [
      [
        {
          text: "Which of these photos shows a cat, and how many?",
          files: ["photos/cat.jpg", "photos/coffee.jpg", "photos/astronaut.jpg"],
          report: "report-1.md",
          findFault: answers(/^1 cat in cat\.jpg, none in the others\./),
        },
      ],
      [
        {
          text: "what breed is the dog in photo.jpg?",
          files: ["photo.jpg"],
          report: "report-2.md",
          findFault: saysWhatIsMissing,
        },
      ],
    ],
  },
];
