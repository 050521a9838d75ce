import { describe, expect, it } from "vitest";
import { createOntology } from "../../../../src/domain/task-types/index.ts";
import { repairPlan } from "../../../../src/planning/proof/index.ts";
import { writePlan } from "../../../../src/planning/wire/write-plan.ts";
import { resource } from "../../resources.ts";

const ontology = createOntology();

/** A task on the wire: its type, its arguments, and what else it needs to say. */
type Wire = Readonly<Record<string, unknown>>;
const task = (name: string, args: unknown = {}, more: Wire = {}): Wire => ({ task: name, args, ...more });
/** Tasks numbered from 0. */
const plan = (...tasks: Wire[]): Wire[] => tasks.map((one, id) => ({ id, ...one }));

interface Case {
  readonly files: readonly string[];
  readonly text?: string;
  /** Written by a model, and not by a person. */
  readonly isByModel?: boolean;
  readonly json: unknown;
  /** "id type port=value …", in the order of the plan; or "id port code" of every fault. */
  readonly becomes: readonly string[];
  /** Every change in words; left out, there is none. */
  readonly because?: readonly string[];
}

function becomes({ files, text, isByModel = false, json }: Case): { becomes: string[]; because: string[] } {
  const context = {
    resources: files.map((name) => resource(name)),
    ontology,
    isByModel,
    ...(text === undefined ? {} : { text }),
  };
  const repaired = repairPlan(json, context);
  const because = repaired.repairs.map(({ message }) => message);
  if (repaired.as === "unsound")
    return { becomes: repaired.faults.map((fault) => `${fault.task} ${fault.port} ${fault.code}`), because };
  const written = writePlan(repaired.plan, ontology) as { id: number; task: string; args: Record<string, unknown> }[];
  const shown = written.map(({ id, task: name, args }) =>
    [id, name, ...Object.entries(args).map(([port, value]) => `${port}=${show(value)}`)].join(" "),
  );
  return { becomes: shown, because };
}
const show = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

/** A table of cases, with what each shows. */
function cases(what: string, table: Readonly<Record<string, Case>>): void {
  describe(what, () => {
    it.each(Object.entries(table))("%s", (_, one) => {
      expect(becomes(one)).toEqual({ becomes: one.becomes, because: one.because ?? [] });
    });
  });
}

const POSE = task("pose-detection", { image: "example1.jpg" });
const CAPTION = task("image-to-text", { image: "example2.jpg" });
const FIGURE_8 = [
  "0 pose-detection image=res_example1.jpg",
  "1 image-to-text image=res_example2.jpg",
  "2 openpose-text-to-image text=<resource>-1 image=<resource>-0",
];
const EXAMPLES = ["example1.jpg", "example2.jpg"];

cases("HuggingGPT's Figure 8: a pose of one image, the words of another, and an image made of both", {
  "stays as it is": {
    files: EXAMPLES,
    json: plan(
      POSE,
      CAPTION,
      task("pose-text-to-image", { text: "<resource>-1", image: "<resource>-0" }, { dep: [0, 1] }),
    ),
    becomes: FIGURE_8,
  },
  "gets both links where only the order was said": {
    files: EXAMPLES,
    json: plan(POSE, CAPTION, task("pose-text-to-image", {}, { dep: [0, 1] })),
    becomes: FIGURE_8,
    because: [
      'Task 3 (openpose-text-to-image): "text" was missing; it now takes the text of task 2 (image-to-text)',
      'Task 3 (openpose-text-to-image): "image" was missing; it now takes the image of task 1 (pose-detection)',
    ],
  },
  "gets both links where they were swapped": {
    files: EXAMPLES,
    json: plan(POSE, CAPTION, task("pose-text-to-image", { text: "<resource>-0", image: "<resource>-1" })),
    becomes: FIGURE_8,
    because: [
      'Task 3 (openpose-text-to-image): what task 2 gives was written for "image", and stands for "text" now',
      'Task 3 (openpose-text-to-image): what task 1 gives was written for "text", and stands for "image" now',
    ],
  },
  "gets the pose detected that was left out": {
    files: EXAMPLES,
    json: plan(CAPTION, task("pose-text-to-image", { text: "<resource>-0", image: "example1.jpg" })),
    becomes: [
      "0 image-to-text image=res_example2.jpg",
      "2 pose-detection image=res_example1.jpg",
      "1 openpose-text-to-image text=<resource>-0 image=<resource>-2",
    ],
    because: [
      'Task 2 (openpose-text-to-image): "image" takes image/pose, and "example1.jpg" is image; pose-detection goes between them',
    ],
  },
});

const heard = (args: Wire, more?: Wire): Wire[] =>
  plan(task("automatic-speech-recognition", { audio: "1.wav" }), task("token-classification", args, more));
const TRANSCRIBED = [
  "0 automatic-speech-recognition audio=res_1.wav",
  "1 token-classification text=<resource>-0",
] as const;
const NOT_THE_AUDIO =
  'Task 2 (token-classification): "text" takes text, not "1.wav"; it now takes the text of task 1 (automatic-speech-recognition)';
const NOTHING =
  'Task 2 (token-classification): "text" was missing; it now takes the text of task 1 (automatic-speech-recognition)';
const TRANSCRIBE = { files: ["1.wav"], text: "Transcribe the audio from 1.wav and find entity tokens" };

cases('"Transcribe the audio and find entities" passes the transcript on', {
  "when it was said": { ...TRANSCRIBE, json: heard({ text: "<resource>-0" }), becomes: TRANSCRIBED },
  "when the recording stands there": {
    ...TRANSCRIBE,
    json: heard({ text: "1.wav" }),
    becomes: TRANSCRIBED,
    because: [NOT_THE_AUDIO],
  },
  "when the recording stands there by its own name": {
    ...TRANSCRIBE,
    json: heard({ audio: "1.wav" }),
    becomes: TRANSCRIBED,
    because: [NOT_THE_AUDIO],
  },
  "when nothing stands there": { ...TRANSCRIBE, json: heard({}), becomes: TRANSCRIBED, because: [NOTHING] },
  "when an empty text stands there": {
    ...TRANSCRIBE,
    json: heard({ text: "" }, { dep: [0] }),
    becomes: TRANSCRIBED,
    because: [NOTHING],
  },
  "when the two stand in the wrong order": {
    ...TRANSCRIBE,
    json: plan(
      task("token-classification", { text: "<resource>-1" }),
      task("automatic-speech-recognition", { audio: "1.wav" }),
    ),
    becomes: ["0 token-classification text=<resource>-1", "1 automatic-speech-recognition audio=res_1.wav"],
  },
});

const IMAGES = ["a.jpg", "b.jpg", "c.jpg"];
const each = (type: string): Wire[] => IMAGES.map((image) => task(type, { image }));
const eachShown = (type: string, first = 0): string[] =>
  IMAGES.map((image, at) => `${at + first} ${type} image=res_${image}`);
const THREE = '["<resource>-0","<resource>-1","<resource>-2"]';

cases("a fan-in of three images", {
  "of captions": {
    files: IMAGES,
    json: plan(
      ...each("image-to-text"),
      task("sentence-similarity", { sentence: "a dog", sentences: ["<resource>-0", "<resource>-1", "<resource>-2"] }),
    ),
    becomes: [...eachShown("image-to-text"), `3 sentence-similarity sentence=a dog sentences=${THREE}`],
  },
  "of what was detected, with commas between": {
    files: IMAGES,
    json: plan(
      ...each("object-detection"),
      task("sentence-similarity", { sentence: "a dog", sentences: "<node-0>, <node-1>, <node-2>" }),
    ),
    becomes: [...eachShown("object-detection"), `3 sentence-similarity sentence=a dog sentences=${THREE}`],
  },
  "of which only the order was said": {
    files: IMAGES,
    json: plan(...each("image-to-text"), task("sentence-similarity", { sentence: "a dog" }, { dep: [0, 1, 2] })),
    becomes: [...eachShown("image-to-text"), `3 sentence-similarity sentence=a dog sentences=${THREE}`],
    because: [1, 2, 3].map(
      (number) =>
        `Task 4 (sentence-similarity): "sentences" was missing; it now takes the text of task ${number} (image-to-text)`,
    ),
  },
  "that were to be compared as texts, each captioned first": {
    files: IMAGES,
    json: plan(task("sentence-similarity", { sentence: "a dog", sentences: IMAGES })),
    becomes: [
      ...eachShown("image-to-text", 1),
      '0 sentence-similarity sentence=a dog sentences=["<resource>-1","<resource>-2","<resource>-3"]',
    ],
    because: IMAGES.map(
      (image) =>
        `Task 1 (sentence-similarity): "sentences" takes text, and "${image}" is image; image-to-text goes between them`,
    ),
  },
  "into an input of one value, with what is left out": {
    files: IMAGES,
    json: plan(
      ...each("image-to-text"),
      task("summarization", { text: ["<resource>-0", "<resource>-1", "<resource>-2"] }),
    ),
    becomes: [...eachShown("image-to-text"), "3 summarization text=<resource>-0"],
    because: [2, 3].map(
      (number) =>
        `Task 4 (summarization): "text" takes the text of task 1 (image-to-text); what task ${number} gives was left out`,
    ),
  },
});

cases("conversions", {
  "speech into a text task is written down first": {
    files: ["talk.wav"],
    json: plan(task("summarization", { text: "talk.wav" })),
    becomes: ["1 automatic-speech-recognition audio=res_talk.wav", "0 summarization text=<resource>-1"],
    because: [
      'Task 1 (summarization): "text" takes text, and "talk.wav" is audio; automatic-speech-recognition goes between them',
    ],
  },
  "a document into speech is read first": {
    files: ["bill.pdf"],
    json: plan(task("text-to-speech", { text: "bill.pdf" })),
    becomes: ["1 optical-character-recognition image=res_bill.pdf", "0 text-to-speech text=<resource>-1"],
    because: [
      'Task 1 (text-to-speech): "text" takes text, and "bill.pdf" is document; optical-character-recognition goes between them',
    ],
  },
  "an image into an image made from edges has its edges drawn first": {
    files: ["a.jpg"],
    json: plan(task("canny-text-to-image", { text: "a cat", image: "a.jpg" })),
    becomes: ["1 canny-control image=res_a.jpg", "0 canny-text-to-image text=a cat image=<resource>-1"],
    because: [
      'Task 1 (canny-text-to-image): "image" takes image/canny, and "a.jpg" is image; canny-control goes between them',
    ],
  },
  "of what is at hand serve again, and a transcript is the recording in words: its summary is not": {
    files: ["talk.wav"],
    json: plan(
      task("automatic-speech-recognition", { audio: "talk.wav" }),
      task("summarization", { text: "talk.wav" }),
      task("translation", { text: "talk.wav" }),
    ),
    becomes: [
      "0 automatic-speech-recognition audio=res_talk.wav",
      "1 summarization text=<resource>-0",
      "2 translation text=<resource>-0",
    ],
    because: [
      'Task 2 (summarization): "text" takes text, not "talk.wav"; it now takes the text of task 1 (automatic-speech-recognition)',
      'Task 3 (translation): "text" takes text, not "talk.wav"; it now takes the text of task 1 (automatic-speech-recognition)',
    ],
  },
});

cases("what can't be mended", {
  "a second task that needs what no one makes": {
    files: ["a.jpg"],
    json: plan(task("image-to-text", { image: "a.jpg" }), task("video-classification", { video: "<resource>-0" })),
    becomes: ["1 video kind-mismatch"],
  },
  "a second task that needs what no one gave": {
    files: ["a.jpg"],
    json: plan(task("image-to-text", { image: "a.jpg" }), task("video-classification", { video: "clip.mp4" })),
    becomes: ["1 video unknown-resource"],
  },
  "a second task that was given nothing": {
    files: ["a.jpg"],
    json: plan(task("image-to-text", { image: "a.jpg" }), task("video-classification")),
    becomes: ["1 video missing-input"],
  },
  "a circle with nothing at hand to start from": {
    files: [],
    json: plan(task("translation", { text: "<resource>-1" }), task("summarization", { text: "<resource>-0" })),
    becomes: ["0 text cycle"],
  },
  "an invented task at the end": {
    files: ["a.jpg"],
    json: plan(task("ocr", { image: "a.jpg" }), task("mind reading", { text: "<resource>-0" })),
    becomes: ["1 null unknown-task-type"],
  },
  "invented tasks that wait for one another": {
    files: ["a.jpg"],
    json: plan(
      task("ocr", { image: "a.jpg" }),
      task("telepathy", {}, { dep: [2] }),
      task("thought sending", {}, { dep: [1] }),
    ),
    becomes: ["1 null unknown-task-type", "2 null unknown-task-type"],
  },
  "a question about an image that nobody asked": {
    files: ["a.jpg"],
    json: plan(task("vqa", { image: "a.jpg" })),
    becomes: ["0 question missing-input"],
  },
  "a file that the request names and nobody gave, though there is another": {
    files: ["notes.txt"],
    text: "Sum up report.txt",
    json: plan(task("summarization", { text: "report.txt" }), task("Translater", { text: "<node-0>" })),
    becomes: ["0 text unknown-resource"],
    because: ['Task 2: there is no task type "Translater"; translation is meant (95% sure)'],
  },
  "a file that nobody gave, in a plan without a request": {
    files: ["b.jpg"],
    json: plan(task("image-to-text", { image: "a.jpg" }), task("Translater", { text: "<node-0>" })),
    becomes: ["0 image unknown-resource"],
    because: ['Task 2: there is no task type "Translater"; translation is meant (95% sure)'],
  },
  "an address that was not fetched, though there is another file": {
    files: ["b.jpg"],
    text: "What does the picture show?",
    json: plan(task("image-to-text", { image: "https://example.org/z.jpg" })),
    becomes: ["0 image unknown-resource"],
  },
  "a task that another waits for and has no use for: it is a goal": {
    files: [],
    json: plan(task("teleportation"), task("summarization", { text: "It rained." }, { dep: [0] })),
    becomes: ["0 null unknown-task-type"],
  },
  "a model that is none": {
    files: [],
    json: plan(
      task("summarization", { text: "It rained." }, { model: 5 }),
      task("sumarization", { text: "It shone." }),
    ),
    becomes: ["0 null malformed"],
  },
  "no plan": { files: [], json: "I cannot do that.", becomes: ["null null malformed"] },
  "an empty plan": { files: [], json: [], becomes: ["null null malformed"] },
});

it("says in words why a plan is refused, and where", () => {
  const json = plan(task("image-to-text", { image: "a.jpg" }), task("video-classification", { video: "<resource>-0" }));
  const repaired = repairPlan(json, { resources: [resource("a.jpg")], ontology });
  expect(repaired).toMatchObject({
    as: "unsound",
    faults: [
      {
        task: 1,
        port: "video",
        message:
          'video-classification needs "video" (video): task 1 gives something else; nothing in the plan or at hand gives that, and no conversion does',
      },
    ],
  });
});

cases("circles, copies and strangers", {
  "a circle is broken at the link that points backwards": {
    files: ["notes.txt"],
    json: plan(task("translation", { text: "<resource>-1" }), task("summarization", { text: "<resource>-0" })),
    becomes: ["0 translation text=res_notes.txt", "1 summarization text=<resource>-0"],
    because: ['Task 1 (translation): "text" takes text, not what task 2 gives; it now takes "notes.txt"'],
  },
  "a task that does what another does is dropped, and what took from it takes from the other": {
    files: ["a.jpg"],
    json: plan(
      task("ocr", { image: "a.jpg" }),
      task("ocr", { image: "a.jpg" }),
      task("summarization", { text: "<resource>-1" }),
    ),
    becomes: ["0 optical-character-recognition image=res_a.jpg", "2 summarization text=<resource>-0"],
    because: ["Task 2 (optical-character-recognition) does exactly what task 1 does, and was dropped"],
  },
  "dropping two copies may make two others alike": {
    files: ["a.jpg"],
    json: plan(
      task("ocr", { image: "a.jpg" }),
      task("ocr", { image: "a.jpg" }),
      task("summarization", { text: "<resource>-0" }),
      task("summarization", { text: "<resource>-1" }),
    ),
    becomes: ["0 optical-character-recognition image=res_a.jpg", "2 summarization text=<resource>-0"],
    because: [
      "Task 2 (optical-character-recognition) does exactly what task 1 does, and was dropped",
      "Task 4 (summarization) does exactly what task 3 does, and was dropped",
    ],
  },
  "two of what makes something new each time are two": {
    files: [],
    json: plan(task("text-to-image", { text: "a cat" }), task("text-to-image", { text: "a cat" })),
    becomes: ["0 text-to-image text=a cat", "1 text-to-image text=a cat"],
  },
  "two by different models are two": {
    files: ["a.jpg"],
    json: plan(
      task("ocr", { image: "a.jpg" }, { model: "custom:x" }),
      task("ocr", { image: "a.jpg" }, { model: "custom:y" }),
    ),
    becomes: ["0 optical-character-recognition image=res_a.jpg", "1 optical-character-recognition image=res_a.jpg"],
  },
  "an invented task in the middle is bridged": {
    files: ["a.jpg"],
    json: plan(
      task("ocr", { image: "a.jpg" }),
      task("mind reading", { text: "<resource>-0" }),
      task("summarization", { text: "<resource>-1" }),
    ),
    becomes: ["0 optical-character-recognition image=res_a.jpg", "2 summarization text=<resource>-0"],
    because: [
      'Task 3 (summarization): "text" takes text, not what task 2 gives; it now takes the text of task 1 (optical-character-recognition)',
      'Task 2 ("mind reading") can never run, and was left out: there is no task type "mind reading"',
    ],
  },
});

cases("sloppy forms", {
  "references that count from one": {
    files: ["a.jpg"],
    json: plan(
      task("ocr", { image: "a.jpg" }),
      task("translation", { text: "<resource>-1" }),
      task("summarization", { text: "<resource>-2" }),
    ),
    becomes: [
      "0 optical-character-recognition image=res_a.jpg",
      "1 translation text=<resource>-0",
      "2 summarization text=<resource>-1",
    ],
    because: ["The arguments count the tasks from 1, and their ids begin with 0; each was read as the one before"],
  },
  "ids that count from one are as good as any": {
    files: ["a.jpg"],
    json: [task("ocr", { image: "a.jpg" }, { id: 1 }), task("translation", { text: "<resource>-1" }, { id: 2 })],
    becomes: ["1 optical-character-recognition image=res_a.jpg", "2 translation text=<resource>-1"],
  },
  "broken JSON between words": {
    files: ["a.jpg"],
    json: "Sure!\n```json\n[{'task': 'ocr', 'id': 0, 'args': {'image': 'a.jpg'},},\n{task: 'summarise', id: 1, args: {text: '<resource>-0'}}]\n```\nHope it helps.",
    becomes: ["0 optical-character-recognition image=res_a.jpg", "1 summarization text=<resource>-0"],
    because: [
      "The JSON of the plan was broken and was mended; what stood behind the break may be missing",
      expect.stringMatching(/^Task 2: there is no task type "summarise"; summarization is meant/),
    ],
  },
  "a template's slot that nobody filled": {
    files: [],
    json: plan(task("translation", { text: "good morning" }), task("text-to-speech", { text: "<translated_text>" })),
    becomes: ["0 translation text=good morning", "1 text-to-speech text=<resource>-0"],
    because: [
      'Task 2 (text-to-speech): "text" takes text, not "<translated_text>"; it now takes the text of task 1 (translation)',
    ],
  },
  "a question that was left out is the request": {
    files: ["a.jpg"],
    text: "How many dogs are there?",
    json: plan(task("vqa", { image: "a.jpg" })),
    becomes: ["0 visual-question-answering image=res_a.jpg question=How many dogs are there?"],
    because: ['Task 1 (visual-question-answering): "question" was missing; the words of the request stand there'],
  },
  "a list of texts for a task whose name is nearly right": {
    files: [],
    json: plan(task("Sentence Similarity Tool", { sentence: "a", sentences: ["b", "c"] })),
    becomes: ['0 sentence-similarity sentence=a sentences=["b","c"]'],
    because: [expect.stringContaining("sentence-similarity is meant")],
  },
  "words that only look like a reference are the words they are": {
    files: [],
    json: plan(
      task("Text Summarization Tool", { text: "Step 1: boil water. Step 2: add the tea." }),
      task("Translater", { text: "$20 is what our node-5 costs" }),
    ),
    becomes: [
      "0 summarization text=Step 1: boil water. Step 2: add the tea.",
      "1 translation text=$20 is what our node-5 costs",
    ],
    because: [
      expect.stringContaining("summarization is meant"),
      'Task 2: there is no task type "Translater"; translation is meant (95% sure)',
    ],
  },
  "two tasks of one id": {
    files: ["a.jpg"],
    json: [task("ocr", { image: "a.jpg" }, { id: 0 }), task("summarization", { text: "<resource>-0" }, { id: 0 })],
    becomes: ["0 optical-character-recognition image=res_a.jpg", "2 summarization text=<resource>-0"],
    because: ["The task in place 2 had the id 0 like another; it is now task 3, with the id 2"],
  },
  "words that only name what a task gives, written by one that waits for it": {
    files: ["talk.wav"],
    json: plan(
      task("automatic-speech-recognition", { audio: "talk.wav" }),
      task("token-classification", { text: "the transcript" }, { dep: [0] }),
    ),
    becomes: ["0 automatic-speech-recognition audio=res_talk.wav", "1 token-classification text=<resource>-0"],
    because: [
      'Task 2 (token-classification): "text" takes text, not "the transcript"; it now takes the text of task 1 (automatic-speech-recognition)',
    ],
  },
  "the same words, escaped: they are what they are": {
    files: ["talk.wav"],
    json: plan(
      task("automatic-speech-recognition", { audio: "talk.wav" }),
      task("question-answering", { question: { literal: "the transcript" }, context: "<resource>-0" }, { dep: [0] }),
    ),
    becomes: [
      "0 automatic-speech-recognition audio=res_talk.wav",
      '1 question-answering question={"literal":"the transcript"} context=<resource>-0',
    ],
  },
  "the same words, of a task that waits for nothing": {
    files: ["talk.wav"],
    json: plan(
      task("automatic-speech-recognition", { audio: "talk.wav" }),
      task("text-to-speech", { text: "the transcript" }, { dep: [-1] }),
    ),
    becomes: ["0 automatic-speech-recognition audio=res_talk.wav", "1 text-to-speech text=the transcript"],
  },
  "goals that are named: the last task is none of them, and can never run": {
    files: [],
    json: {
      tasks: plan(
        task("summarization", { text: "It rained." }),
        task("video-classification", { video: "<resource>-0" }),
      ),
      goals: [0],
    },
    becomes: ["0 summarization text=It rained."],
    because: [
      'Task 2 (video-classification) can never run, and was left out: video-classification needs "video" (video): task 1 gives something else; nothing in the plan or at hand gives that, and no conversion does',
    ],
  },
  "made-up files stand for those at hand, in the order of mention": {
    files: ["a.jpg", "b.jpg"],
    text: "Say what the first picture shows, and count what is in the second",
    isByModel: true,
    json: plan(task("image-to-text", { image: "example1.jpg" }), task("object-detection", { image: "example2.jpg" })),
    becomes: ["0 image-to-text image=res_a.jpg", "1 object-detection image=res_b.jpg"],
    because: [
      'Task 1 (image-to-text): "image" takes image, not "example1.jpg"; it now takes "a.jpg"',
      'Task 2 (object-detection): "image" takes image, not "example2.jpg"; it now takes "b.jpg"',
    ],
  },
});

const REFERENCE_FORMS = [
  "<resource>-0",
  "<resource-0>",
  "<GENERATED>-0",
  "<node-0>",
  "<resource>-0.text",
  "<resource>-0.nothing",
  "<output_of_node_0>",
  "<Node-0>.output",
  "<task_0_output>",
  "$[0]",
  "node-0",
  "resource-0",
  "'<resource>-0'",
  "the text from <resource>-0",
  "{{0.text}}",
  "output of task 0",
];

describe("a reference", () => {
  it.each(REFERENCE_FORMS)("is seen in %s", (text) => {
    const json = plan(task("translation", { text: "good morning" }), task("text-to-speech", { text }, { dep: [0] }));
    expect(becomes({ files: [], json, becomes: [] }).becomes).toEqual([
      "0 translation text=good morning",
      "1 text-to-speech text=<resource>-0",
    ]);
  });
});

const FORM = { type: "object", properties: { steps: { type: "string" } } };

cases("A text that may be held to a form", {
  "is held to the one that is named": {
    files: [],
    json: plan(task("text-generation", { text: "Plan a garden", "json-schema": FORM })),
    becomes: [`0 text-generation text=Plan a garden schema=${JSON.stringify(FORM)}`],
  },
  "is held to nothing that only happens to be data": {
    files: [],
    json: plan(task("text-generation", { text: "Plan a garden", instruction: "Be brief", size: { beds: 3 } })),
    becomes: ["0 text-generation text=Plan a garden instruction=Be brief"],
    because: ['Task 1 (text-generation) has no free input for "size", which was left out'],
  },
});
