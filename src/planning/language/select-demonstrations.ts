import type { ModelChoice, SelectRequest } from "../controller.ts";

/** A choice to be made, and how it is well made. */
export interface SelectDemonstration {
  readonly request: Pick<SelectRequest, "text" | "tasks">;
  readonly choices: readonly ModelChoice[];
}

/** One where the request speaks for another than the first, and one where nothing does. */
export const SELECT_DEMONSTRATIONS: readonly SelectDemonstration[] = [
  {
    request: {
      text: "Schreib auf, was in anruf.mp3 gesagt wird, und lies mir eine kurze Fassung vor",
      tasks: [
        {
          task: 0,
          type: "automatic-speech-recognition",
          does: "Write down what is said in a recording",
          candidates: [
            {
              model: "huggingface:acme/hear-en-large",
              facts:
                "Writes down English speech, also over the telephone. Languages: en. Licence mit. 1.5 billion parameters. 80,210 downloads a month. Word error rate 2.1 % on LibriSpeech (test-clean).",
            },
            {
              model: "workers-ai:@cf/acme/hear-many",
              facts:
                "Writes down what is said in many languages. Languages: de, en, es, fr, it, nl, pl, pt. Licence apache-2.0. 809 million parameters.",
            },
          ],
        },
        {
          task: 2,
          type: "text-to-speech",
          does: "Read a text aloud",
          candidates: [
            {
              model: "huggingface:acme/voice-de",
              facts: "Reads texts aloud with one voice. Languages: de. Licence mit.",
            },
            {
              model: "huggingface:acme/voice-en",
              facts: "Reads texts aloud with one voice. Languages: en. Licence mit.",
            },
          ],
        },
      ],
    },
    choices: [
      { task: 0, model: "workers-ai:@cf/acme/hear-many", reason: "It knows German, and the other English alone." },
      { task: 2, model: "huggingface:acme/voice-de", reason: "It speaks German." },
    ],
  },
  {
    request: {
      text: "What is in this picture?",
      tasks: [
        {
          task: 0,
          type: "image-to-text",
          does: "Describe what an image shows (a caption)",
          candidates: [
            {
              model: "huggingface:acme/caption",
              facts:
                "Describes photos in a sentence. Languages: en. Licence bsd-3-clause. 470 million parameters. 10,000 downloads a month.",
            },
            { model: "custom:ours/caption", facts: "Licence unknown." },
          ],
        },
      ],
    },
    choices: [{ task: 0, model: "huggingface:acme/caption", reason: "Nothing speaks for the other." }],
  },
];
