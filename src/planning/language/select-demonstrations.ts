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
              facts: "Languages: en. 1.5 billion parameters. Word error rate 2.1 %",
            },
            {
              model: "workers-ai:@cf/acme/hear-many",
              facts: "Languages: 99, German among them. 0.8 billion parameters",
            },
          ],
        },
        {
          task: 2,
          type: "text-to-speech",
          does: "Read a text aloud",
          candidates: [
            { model: "huggingface:acme/voice-de", facts: "Languages: de. Licence MIT" },
            { model: "huggingface:acme/voice-en", facts: "Languages: en. Licence MIT" },
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
            { model: "huggingface:acme/caption", facts: "10,000 downloads a month" },
            { model: "custom:ours/caption", facts: "Nothing more is known" },
          ],
        },
      ],
    },
    choices: [{ task: 0, model: "huggingface:acme/caption", reason: "Nothing speaks for the other." }],
  },
];
