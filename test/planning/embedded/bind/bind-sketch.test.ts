import { describe, expect, it } from "vitest";
import { createOntology } from "../../../../src/domain/task-types/index.ts";
import { bindSketch } from "../../../../src/planning/embedded/bind/index.ts";
import { createRanker } from "../../../../src/planning/embedded/rank/index.ts";
import { CALIBRATION } from "../../../../src/planning/embedded/rank/sketch.ts";
import { loadNetwork } from "../../../../src/planning/embedded/rank/stored.ts";
import { dividedBy, readRequest } from "../../../../src/planning/embedded/read/index.ts";
import { loadWordVectors } from "../../../../src/words/stored.ts";
import { type Case, describePlan, requestOf } from "../case.ts";

const ranker = createRanker(await loadNetwork(), CALIBRATION, await loadWordVectors(), createOntology());

/** A task of a sketch and the word that speaks for it; "^" before a word takes its last place. */
type Told = readonly [type: string, word: string];

interface Example extends Case {
  readonly tasks: readonly Told[];
  readonly links?: readonly (readonly [number, number])[];
}

function bound(example: Example): readonly string[] {
  const request = requestOf(example);
  const read = readRequest(request);
  const asked = dividedBy(read, ranker.rank(read.view).wishTags);
  const { masked } = asked.reading;
  const at = (word: string): number =>
    word.startsWith("^") ? masked.lastIndexOf(word.slice(1)) : masked.indexOf(word);
  const tasks = example.tasks.map(([type, word]) => ({ type, at: at(word), words: [word.replace("^", "")] }));
  for (const task of tasks) expect(task.at).toBeGreaterThanOrEqual(0);
  const found = bindSketch({ tasks, links: example.links ?? [], confidence: 1 }, asked, () => false);
  return "missing" in found ? [`ask: ${found.missing}`] : describePlan(found.plan);
}

const FILES: readonly Example[] = [
  {
    text: "Caption the first, count the dogs in the second",
    files: ["park.jpg", "street.jpg"],
    tasks: [
      ["image-to-text", "Caption"],
      ["object-detection", "count"],
    ],
    plan: ["image-to-text(park.jpg)", "object-detection(street.jpg)"],
  },
  {
    text: "Photo 1: how many? Photo 2: what colour?",
    files: ["tulips_1.jpg", "tulips_2.jpg"],
    tasks: [
      ["object-detection", "how"],
      ["visual-question-answering", "what"],
    ],
    plan: ["object-detection(tulips_1.jpg)", "vqa(image=tulips_2.jpg, question='What colour?')"],
  },
  {
    text: "depth for left.png, normals for right.png",
    files: ["left.png", "right.png"],
    tasks: [
      ["depth-estimation", "depth"],
      ["normal-control", "normals"],
    ],
    plan: ["depth-estimation(left.png)", "normal-control(right.png)"],
  },
  {
    text: "How close are draft1.txt and draft2.txt, and what's draft2 about in brief",
    files: ["draft1.txt", "draft2.txt"],
    tasks: [
      ["sentence-similarity", "close"],
      ["summarization", "brief"],
    ],
    plan: ["sentence-similarity(sentence=draft1.txt, sentences=[draft2.txt])", "summarization(draft2.txt)"],
  },
  {
    text: "Two voice mails: who is calling in the first one? Make a summary of the second one.",
    files: ["vm1.mp3", "vm2.mp3"],
    tasks: [
      ["automatic-speech-recognition", "voice"],
      ["question-answering", "calling"],
      ["summarization", "summary"],
    ],
    links: [
      [0, 1],
      [0, 2],
    ],
    plan: ["qa(question='Who is calling in the first one?', context=asr(vm1.mp3))", "summarization(asr(vm2.mp3))"],
  },
  {
    text: "Transcribe a.wav, transcribe b.wav",
    files: ["a.wav", "b.wav"],
    tasks: [["automatic-speech-recognition", "Transcribe"]],
    plan: ["asr(a.wav)", "asr(b.wav)"],
  },
];

const QUESTIONS: readonly Example[] = [
  {
    text: "who signed it and when",
    files: ["scan0017.pdf"],
    tasks: [["document-question-answering", "signed"]],
    plan: [
      "dqa(document=scan0017.pdf, question='When signed it?')",
      "dqa(document=scan0017.pdf, question='Who signed it?')",
    ],
  },
  {
    text: "Does the room have a window, is there a radiator?",
    files: ["room.jpg"],
    tasks: [["visual-question-answering", "window"]],
    plan: [
      "vqa(image=room.jpg, question='Does the room have a window?')",
      "vqa(image=room.jpg, question='Is there a radiator?')",
    ],
  },
  {
    text: "contract.pdf: parties? governing law? termination date?",
    files: ["contract.pdf"],
    tasks: [["document-question-answering", "law"]],
    plan: [
      "dqa(document=contract.pdf, question='Governing law?')",
      "dqa(document=contract.pdf, question='Parties?')",
      "dqa(document=contract.pdf, question='Termination date?')",
    ],
  },
  {
    text: 'What does "pro rata" mean? Answer in Welsh, please',
    tasks: [
      ["open-question-answering", "mean"],
      ["translation", "Welsh"],
    ],
    links: [[0, 1]],
    plan: ["translation(text=open-question-answering('What does \"pro rata\" mean?'), target-language='Welsh')"],
  },
];

const PASTED: readonly Example[] = [
  {
    text: "Why did the factory close?\n\nThe works stopped in 1987 after the river flooded the halls.",
    tasks: [["question-answering", "close"]],
    plan: [
      "qa(question='Why did the factory close?', context='The works stopped in 1987 after the river flooded the halls.')",
    ],
  },
  {
    text: "Is it spam? CONGRATS you have been chosen, click here",
    tasks: [["text-classification", "spam"]],
    plan: ["text-classification('CONGRATS you have been chosen, click here')"],
  },
  {
    text: "similarity please. one: dogs love bones. two: canines adore bones",
    tasks: [["sentence-similarity", "similarity"]],
    plan: ["sentence-similarity(sentence='dogs love bones.', sentences=['canines adore bones'])"],
  },
  {
    text: "translate hello my friend to Basque",
    tasks: [["translation", "translate"]],
    plan: ["translation(text='hello my friend', target-language='Basque')"],
  },
  {
    text: "Bright flat, close to the metro. -- Need it Russian + Turkish",
    tasks: [["translation", "Russian"]],
    plan: [
      "translation(text='Bright flat, close to the metro.', target-language='Russian')",
      "translation(text='Bright flat, close to the metro.', target-language='Turkish')",
    ],
  },
  {
    text: "Extract the names. Text follows.\nOn 14 August Hannelore Brandt wrote to Vaduz.",
    tasks: [["token-classification", "names"]],
    plan: ["ner('On 14 August Hannelore Brandt wrote to Vaduz.')"],
  },
  {
    text: "Make this sound natural: I would be thankful for a soon reply.",
    tasks: [["text2text-generation", "natural"]],
    plan: ["text2text-generation(text='I would be thankful for a soon reply.', instruction='Make this sound natural')"],
  },
];

const SEVERAL: readonly Example[] = [
  {
    text: "Create two clips: a kite over dunes, and a paper crane over a lake.",
    tasks: [["text-to-video", "clips"]],
    plan: ["text-to-video('a kite over dunes')", "text-to-video('a paper crane over a lake')"],
  },
  {
    text: "Two versions of bridge.png: one as mosaic, one as crayon drawing",
    files: ["bridge.png"],
    tasks: [["image-to-image", "versions"]],
    plan: [
      "image-to-image(image=bridge.png, text='crayon drawing')",
      "image-to-image(image=bridge.png, text='mosaic')",
    ],
  },
  {
    text: "Put a red scarf on the snowman and have him wave",
    files: ["snowman.jpg"],
    tasks: [
      ["image-editing", "scarf"],
      ["image-to-video", "wave"],
    ],
    links: [[0, 1]],
    plan: [
      "image-to-video(image=image-editing(image=snowman.jpg, text='put a red scarf on the snowman'), text='have him wave')",
    ],
  },
  {
    text: "Get the soft edges and create a velvet sofa in a palace",
    files: ["sofa.jpg"],
    tasks: [
      ["hed-control", "soft"],
      ["hed-text-to-image", "edges"],
    ],
    links: [[0, 1]],
    plan: ["hed-text-to-image(text='a velvet sofa in a palace', image=hed-control(sofa.jpg))"],
  },
  {
    text: "Sort the picture: kitchen, bathroom or hallway.",
    files: ["room.jpg"],
    tasks: [["zero-shot-image-classification", "Sort"]],
    plan: [`zero-shot-image-classification(image=room.jpg, labels='["kitchen","bathroom","hallway"]')`],
  },
];

const ROTATED: Case["log"] = [
  ["user", "rotate cat.jpg", "cat.jpg"],
  ["assistant", "I rotated it.", "rotated.png"],
];

const MEANT: readonly Example[] = [
  {
    text: "which image is more like image B, A or C? A: a.jpg, B: b.jpg, C: c.jpg",
    files: ["a.jpg", "b.jpg", "c.jpg"],
    tasks: [["sentence-similarity", "like"]],
    plan: [
      "sentence-similarity(sentence=image-to-text(b.jpg), sentences=[image-to-text(a.jpg), image-to-text(c.jpg)])",
    ],
  },
  {
    text: "Which city has the most people? {'city': ['Oslo', 'Rome'], 'pop': [1, 2]}",
    tasks: [["table-question-answering", "most"]],
    plan: [`tqa(table='{"city":["Oslo","Rome"],"pop":[1,2]}', question='Which city has the most people?')`],
  },
  {
    text: "min, max, mean of the fee",
    files: ["fees.csv"],
    tasks: [["table-question-answering", "mean"]],
    plan: [
      "tqa(table=fees.csv, question='Min of the fee?')",
      "tqa(table=fees.csv, question='Max of the fee?')",
      "tqa(table=fees.csv, question='Mean of the fee?')",
    ],
  },
  {
    text: "Make photo.jpg grey, flip it, then crop it",
    files: ["photo.jpg"],
    tasks: [
      ["image-editing", "grey"],
      ["image-editing", "flip"],
      ["image-editing", "crop"],
    ],
    links: [
      [0, 1],
      [1, 2],
    ],
    plan: [
      "image-editing(image=image-editing(image=image-editing(image=photo.jpg, text='make grey'), text='flip'), text='crop')",
    ],
  },
  {
    text: "brighter",
    log: ROTATED,
    tasks: [["image-editing", "brighter"]],
    plan: ["image-editing(image=rotated.png, text='brighter')"],
  },
  {
    text: "describe the original",
    log: ROTATED,
    tasks: [["image-to-text", "describe"]],
    plan: ["image-to-text(cat.jpg)"],
  },
  { text: "describe it", log: ROTATED, tasks: [["image-to-text", "describe"]], plan: ["image-to-text(rotated.png)"] },
  {
    text: "caption the other one",
    log: [
      ["user", "caption the second one", "a.jpg", "b.jpg"],
      ["assistant", "A cat."],
    ],
    tasks: [["image-to-text", "caption"]],
    plan: ["image-to-text(a.jpg)"],
  },
  {
    text: "and the due date?",
    log: [
      ["user", "what is the total in invoice.pdf?", "invoice.pdf"],
      ["assistant", "**What is the total?** 50"],
    ],
    tasks: [["document-question-answering", "due"]],
    plan: ["dqa(document=invoice.pdf, question='The due date?')"],
  },
];

describe.each([
  ["gives each clause the files that it names", FILES],
  ["puts every question once, to what it is about", QUESTIONS],
  ["finds the text that nothing sets apart", PASTED],
  ["tells each task what it is told, and makes one for each item", SEVERAL],
  ["takes what is meant, of this message or of what was last spoken of", MEANT],
])("bindSketch %s", (_, examples) => {
  it.each(examples.map((example) => [example.text, example] as const))("%s", (_text, example) => {
    expect(bound(example)).toEqual(example.plan?.toSorted());
  });
});

it("bindSketch asks for what is neither linked nor at hand", () => {
  expect(bound({ text: "Transcribe it", tasks: [["automatic-speech-recognition", "Transcribe"]] })).toEqual([
    expect.stringContaining("an audio recording"),
  ]);
});

it("bindSketch takes no mask for a label", () => {
  const text = "which image is more like image B, A or C? A: a.jpg, B: b.jpg, C: c.jpg";
  expect(
    bound({ text, files: ["a.jpg", "b.jpg", "c.jpg"], tasks: [["zero-shot-image-classification", "or"]] }),
  ).toEqual([expect.stringContaining("the labels to choose from")]);
});
