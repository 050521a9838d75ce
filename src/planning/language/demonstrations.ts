import type { JsonValue } from "../../domain/json.ts";
import type { Kind } from "../../domain/kinds.ts";
import type { Resource } from "../../domain/resources.ts";
import type { ChatLogEntry } from "../controller.ts";

/** A request, and the answer to it that is wanted. */
export interface Demonstration {
  readonly text: string;
  readonly attached: readonly Resource[];
  readonly log: readonly ChatLogEntry[];
  readonly answer: {
    readonly plan: readonly DemonstratedTask[];
    readonly reply?: string;
    readonly ask?: string;
  };
}

/** A task on the wire. */
interface DemonstratedTask {
  readonly task: string;
  readonly id: number;
  readonly dep: readonly number[];
  readonly args: Readonly<Record<string, JsonValue>>;
}

const file = (name: string, kind: Kind): Resource => ({
  id: `res_${name}`,
  name,
  kind,
  mediaType: "application/octet-stream",
  bytes: 1,
  sha256: "",
  createdAt: 0,
  origin: { by: "upload" },
});

/** One for each thing that is hard to say: chains, several files, control maps, earlier turns, nothing to do, too little said. */
export const DEMONSTRATIONS: readonly Demonstration[] = [
  {
    text: "What can be seen in harbour.jpg? Say it aloud, please, and mark the boats.",
    attached: [file("harbour.jpg", "image")],
    log: [],
    answer: {
      plan: [
        { task: "image-to-text", id: 0, dep: [-1], args: { image: "harbour.jpg" } },
        { task: "text-to-speech", id: 1, dep: [0], args: { text: "<resource>-0" } },
        { task: "object-detection", id: 2, dep: [-1], args: { image: "harbour.jpg" } },
      ],
    },
  },
  {
    text: "I need the gist of both calls in French",
    attached: [file("monday.mp3", "audio"), file("tuesday.mp3", "audio")],
    log: [],
    answer: {
      plan: [
        { task: "automatic-speech-recognition", id: 0, dep: [-1], args: { audio: "monday.mp3" } },
        { task: "summarization", id: 1, dep: [0], args: { text: "<resource>-0" } },
        { task: "translation", id: 2, dep: [1], args: { text: "<resource>-1", "target-language": "French" } },
        { task: "automatic-speech-recognition", id: 3, dep: [-1], args: { audio: "tuesday.mp3" } },
        { task: "summarization", id: 4, dep: [3], args: { text: "<resource>-3" } },
        { task: "translation", id: 5, dep: [4], args: { text: "<resource>-4", "target-language": "French" } },
      ],
    },
  },
  {
    text: "Draw an astronaut who stands like the dancer, then tell me what colour the suit is",
    attached: [file("dancer.png", "image")],
    log: [],
    answer: {
      plan: [
        { task: "pose-detection", id: 0, dep: [-1], args: { image: "dancer.png" } },
        {
          task: "openpose-text-to-image",
          id: 1,
          dep: [0],
          args: { text: "an astronaut", image: "<resource>-0" },
        },
        {
          task: "visual-question-answering",
          id: 2,
          dep: [1],
          args: { image: "<resource>-1", question: "What colour is the suit?" },
        },
      ],
    },
  },
  {
    text: "and when is it due?",
    attached: [],
    log: [
      {
        role: "user",
        text: "Who sent this invoice?",
        resources: [file("invoice.pdf", "document")],
      },
      { role: "assistant", text: "The invoice is from Brook & Sons.", resources: [] },
    ],
    answer: {
      plan: [
        {
          task: "document-question-answering",
          id: 0,
          dep: [-1],
          args: { document: "invoice.pdf", question: "When is the invoice due?" },
        },
      ],
    },
  },
  {
    text: 'Is "What a lovely evening" kind or unkind?',
    attached: [],
    log: [],
    answer: {
      plan: [
        {
          task: "zero-shot-classification",
          id: 0,
          dep: [-1],
          args: { text: "What a lovely evening", labels: ["kind", "unkind"] },
        },
      ],
    },
  },
  {
    text: "Good morning! How are you?",
    attached: [],
    log: [],
    answer: { plan: [], reply: "Good morning. Tell me what to do with a text, a picture, a recording or a document." },
  },
  {
    text: "Blur the background of the portrait",
    attached: [],
    log: [],
    answer: { plan: [], ask: "There is no portrait here. Please attach the picture, or give its address." },
  },
];
