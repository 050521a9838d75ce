import type { RunView } from "../src/domain/views.ts";

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

/** A run that succeeded, with an answer, and files of the media types that were asked for. */
const succeeds =
  (...mediaTypes: readonly string[]) =>
  (run: RunView): string | null => {
    if (run.status !== "succeeded") return `it ${run.status}${run.error ? `: ${run.error.message}` : ""}`;
    if (!run.answer?.trim()) return "there is no answer";
    const missing = mediaTypes.find((type) => !run.files.some(({ mediaType }) => mediaType.startsWith(type)));
    return missing === undefined ? null : `no ${missing} file was made`;
  };

/** A run that says plainly which task has no expert here. */
const saysWhatIsMissing = (run: RunView): string | null => {
  const lacking = run.tasks.find(({ error }) => error?.code === "no-model");
  if (!lacking) return "it does not say that a task has no expert";
  return run.answer?.includes(lacking.task) ? null : `the answer does not name ${lacking.task}`;
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
          findFault: succeeds("audio/"),
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
          findFault: succeeds("image/"),
        },
        { text: "now blur the above image", files: [], report: "report-2.md", findFault: succeeds("image/") },
        {
          text: "and how similar are the captions 'two dogs' and 'a pair of dogs'?",
          files: [],
          report: "report-3.md",
          findFault: succeeds(),
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
          findFault: succeeds(),
        },
      ],
    ],
  },
  {
    title: "What cannot be done here, and what would do it",
    shows: "No expert that runs without a key knows breeds of dogs. It says so, instead of making one up.",
    folder: "4-no-expert",
    conversations: [
      [
        {
          text: "what breed is the dog in photo.jpg?",
          files: ["photo.jpg"],
          report: "report.md",
          findFault: saysWhatIsMissing,
        },
      ],
    ],
  },
];
