import { describe, expect, it } from "vitest";
import { type Case, outcomeOf, planned, requestOf } from "../case.ts";

const FOUND: Case["log"] = [
  ["user", "how many hens are there", "yard.jpg"],
  [
    "assistant",
    "4 birds.\n\n**Found (yard.jpg):** [yard-objects.jpg](/v1/resources/res_yard-objects.jpg)\n\nHow it was done:\n\n- m",
    "yard-objects.jpg",
  ],
];

describe("what tasks are given", () => {
  it.each<[string, Case, readonly string[]]>([
    [
      "nothing is made of a clause that only shows a file",
      { text: "Have a look at hall.jpg. How many chairs are there?", files: ["hall.jpg"] },
      ["object-detection(hall.jpg)"],
    ],
    [
      "a map that is there is not drawn again",
      {
        text: 'Use the canny image above and the prompt "a market at night" to generate a new image.',
        log: [
          ["user", "canny edges of stall.jpg"],
          ["assistant", "Here they are.", "edges.png image/canny"],
        ],
      },
      ["canny-text-to-image(text='a market at night', image=edges.png)"],
    ],
    [
      "“it” is what the step before made",
      { text: "Make a depth map of door.png, then resize it to 64 by 64", files: ["door.png"] },
      ["image-editing(image=depth-estimation(door.png), text='resize to 64 by 64')"],
    ],
    [
      "labels behind “such as”",
      { text: 'Sort this note into categories such as praise, complaint or question: "Where is my parcel?"' },
      ['zero-shot-classification(text=\'Where is my parcel?\', labels=\'["praise","complaint","question"]\')'],
    ],
    [
      "a list of labels is no text",
      { text: "Sort it into: praise, complaint, question", files: ["note.txt"] },
      ['zero-shot-classification(text=note.txt, labels=\'["praise","complaint","question"]\')'],
    ],
    [
      "“it” in a later question stays: it need not be the file",
      { text: "What is the total, and who sent it?", files: ["invoice.pdf"] },
      [
        "dqa(document=invoice.pdf, question='What is the total?')",
        "dqa(document=invoice.pdf, question='Who sent it?')",
      ],
    ],
    [
      "“it” stays in each of several questions",
      { text: "How much is the rent, when does it start and who signed it?", files: ["contract.pdf"] },
      [
        "dqa(document=contract.pdf, question='How much is the rent?')",
        "dqa(document=contract.pdf, question='When does it start?')",
        "dqa(document=contract.pdf, question='Who signed it?')",
      ],
    ],
    [
      "“it” in a later question may be what was asked about before",
      { text: "What does the contract say about pets, and who signed it?", files: ["contract.pdf"] },
      [
        "dqa(document=contract.pdf, question='What does the contract say about pets?')",
        "dqa(document=contract.pdf, question='Who signed it?')",
      ],
    ],
    [
      "“it” is the picture, and not the one with boxes that shows what was found in it",
      { text: "make it brighter", log: FOUND },
      ["image-editing(image=yard.jpg, text='make brighter')"],
    ],
    [
      "the picture with boxes is taken where it is named",
      { text: "rotate yard-objects.jpg to the left", log: FOUND },
      ["image-editing(image=yard-objects.jpg, text='rotate to the left')"],
    ],
    [
      "“the letter” is the file, and not what was asked of it",
      { text: "How much is the rent? Then read me the letter aloud", files: ["landlord.eml document"] },
      ["dqa(document=landlord.eml, question='How much is the rent?')", "tts(ocr(landlord.eml))"],
    ],
    [
      "figures that only stand there leave the task to the wish behind them",
      { text: "Tea 30, coffee 12, milk 7. Make a pie chart" },
      ["chart-drawing(table='name,value\nTea,30\ncoffee,12\nmilk,7', question='Make a pie chart?')"],
    ],
    [
      "a question's pronoun means what the one before asked of",
      { text: "In yard.jpg, what is the man holding, and what is it made of?", files: ["yard.jpg"] },
      [
        "vqa(image=yard.jpg, question='What is it made of?')",
        "vqa(image=yard.jpg, question='What is the man holding?')",
      ],
    ],
    [
      "a text of its own goes before what is linked",
      { text: 'Summarize "The ferry is late. It will leave at noon." and translate "see you soon" into Danish' },
      [
        "summarization('The ferry is late. It will leave at noon.')",
        "translation(text='see you soon', target-language='Danish')",
      ],
    ],
    [
      "how long a summary should be, in its own clause",
      { text: "Summarize agreement.txt in two sentences", files: ["agreement.txt"] },
      ["summarization(text=agreement.txt, length='two sentences')"],
    ],
    [
      "how long a summary should be, in a sentence after it",
      { text: "Please summarize agreement.txt. At most 50 words, please.", files: ["agreement.txt"] },
      ["summarization(text=agreement.txt, length='50 words')"],
    ],
    [
      "how long a summary should be, where it is read aloud as well",
      { text: "Give me a summary of agreement.txt as short as possible and read it aloud", files: ["agreement.txt"] },
      ["tts(summarization(text=agreement.txt, length='as short as possible'))"],
    ],
    [
      "no length where it is the material's",
      { text: "Here is a 500-word article. Summarize it.", files: ["agreement.txt"] },
      ["summarization(agreement.txt)"],
    ],
    [
      "no length where the text itself speaks of one",
      { text: 'Summarize this: "Write two sentences. Then write the next. Nobody reads them."' },
      ["summarization('Write two sentences. Then write the next. Nobody reads them.')"],
    ],
  ])("%s", async (_, given, plan) => {
    expect(outcomeOf(await planned(requestOf(given)))).toEqual(plan);
  });

  it.each([
    ["rotate the picture with the boxes", "yard-objects.jpg"],
    ["crop the picture you made", "yard-objects.jpg"],
    ["flip the marked picture", "yard-objects.jpg"],
    ["make the photo brighter", "yard.jpg"],
    ["flip this", "yard.jpg"],
  ])("are pictures with boxes only where words tell that one from the photo: %s", async (text, image) => {
    expect(outcomeOf(await planned(requestOf({ text, log: FOUND }))).join()).toContain(`image=${image},`);
  });

  it("are asked for where words only point at them", async () => {
    const reply = await planned(requestOf({ text: "Answer the following questions in detail" }));
    expect(reply.as).not.toBe("plan");
  });
});
