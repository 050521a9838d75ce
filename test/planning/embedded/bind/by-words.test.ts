import { describe, expect, it } from "vitest";
import { type Case, outcomeOf, planned, requestOf } from "../case.ts";

const LETTER = "Cara Helen, finalmente è arrivata la primavera e il giardino è pieno di fiori. Un abbraccio, Donatella";
const BEFORE = `Could you put this letter from my pen friend into English for me?\n\n${LETTER}`;
const EDITED: Case["log"] = [
  ["user", "make this one black & white and turn it a quarter to the right", "DSC0046.jpg"],
  [
    "assistant",
    "**Image editing (DSC0046.jpg):** [DSC0046-grey.jpg](/v1/resources/res_1)\n\n**Image editing (“turn a quarter to the right”):** [DSC0046-grey-rotated.jpg](/v1/resources/res_2)",
    "DSC0046-grey.jpg",
    "DSC0046-grey-rotated.jpg",
  ],
];

describe("a plan whose arguments are said in the words around it", () => {
  it.each<[string, Case, readonly string[]]>([
    [
      "a change goes on with the newest picture that was made",
      { text: "nice!! now smaller, 300 pixels wide, for whatsapp", log: EDITED },
      ["image-editing(image=DSC0046-grey-rotated.jpg, text='smaller, 300 pixels wide')"],
    ],
    [
      "what follows a colon is the change",
      { text: "need a picture for my bus pass: square, grey and a bit sharper please", files: ["portrait.jpg"] },
      ["image-to-image(image=portrait.jpg, text='square, grey and a bit sharper')"],
    ],
    [
      "an order that no other task takes goes on with the change before it",
      { text: "crop it to a square, greyscale, resize to 400x400, sharpen", files: ["portrait.jpg"] },
      [
        "image-editing(image=image-editing(image=image-editing(image=portrait.jpg, text='crop to a square'), text='greyscale'), text='resize to 400x400, sharpen')",
      ],
    ],
    [
      "what only leads to the next order is of neither",
      { text: "make it black and white and flip it, then give me a 200px thumbnail", files: ["portrait.jpg"] },
      [
        "image-editing(image=image-editing(image=image-editing(image=portrait.jpg, text='make black and white'), text='flip'), text='a 200px thumbnail')",
      ],
    ],
    [
      "what a question supposes is of it",
      { text: "If we call it off three weeks before, what do we have to pay?", files: ["hall.pdf document"] },
      ["dqa(document=hall.pdf, question='If we call it off three weeks before, what do we have to pay?')"],
    ],
    [
      "what stands before several questions limits them all",
      { text: "For hall 2: how many tickets went and what was the price?", files: ["screenings.csv"] },
      [
        "tqa(table=screenings.csv, question='How many tickets went for hall 2?')",
        "tqa(table=screenings.csv, question='What was the price for hall 2?')",
      ],
    ],
    [
      "but nothing that is only polite",
      { text: "On another note: which month had the highest sales?", files: ["screenings.csv"] },
      ["tqa(table=screenings.csv, question='Which month had the highest sales?')"],
    ],
    [
      "what is to be drawn may stand behind the order",
      { text: "a chart pls, ticket money film by film", files: ["screenings.csv"] },
      ["chart-drawing(table=screenings.csv, question='A chart, ticket money film by film?')"],
    ],
    [
      "what begins as only a question does is one",
      { text: "Have these people paid anything up front? and are they bringing a dog", files: ["booking.csv"] },
      [
        "tqa(table=booking.csv, question='Are they bringing a dog?')",
        "tqa(table=booking.csv, question='Have these people paid anything up front?')",
      ],
    ],
    [
      "what a wish is for is none itself",
      { text: "only the outlines, so my kid can colour it in", files: ["street.jpg"] },
      ["canny-control(street.jpg)"],
    ],
    [
      "a pasted list is as many texts as it has entries",
      { text: 'Which of these is closest to "It froze"?\n- The window is stuck.\n- It was bitterly cold.' },
      ["sentence-similarity(sentence='It froze', sentences=['The window is stuck.', 'It was bitterly cold.'])"],
    ],
    [
      "labels are those of the wish, and not of what is labelled",
      {
        text: "classify each of these messages as family, work or spam:\n1) Hi love, it's grandma's birthday on Sunday, are you and the kids coming?\n2) You have won a free phone",
      },
      [
        "zero-shot-classification(text='1) Hi love, it's grandma's birthday on Sunday, are you and the kids coming?\n2) You have won a free phone', labels='[\"family\",\"work\",\"spam\"]')",
      ],
    ],
    [
      "a length behind a comma is that of the summary",
      {
        text: "Could you do me a short summary of these minutes, three sentences max?",
        files: ["minutes.docx document"],
      },
      ["summarization(text=ocr(minutes.docx), length='three sentences')"],
    ],
    [
      "what judges a text is given the text, and no answer from it",
      { text: "I only need the meter number, and tell me does he sound angry or is it just me", files: ["scan.png"] },
      ["dqa(document=scan.png, question='The meter number?')", "text-classification(ocr(scan.png))"],
    ],
    [
      "a text in another language is told in English what to do with it",
      { text: BEFORE },
      [`translation(text='${LETTER}', target-language='English')`],
    ],
    [
      "what is asked in two questions is asked of the text in the message before",
      {
        text: "oh pity. which language is it at least, and does she sound happy or sad?",
        log: [
          ["user", BEFORE],
          ["assistant", "I can't translate a text into another language here."],
        ],
      },
      [`language-identification('${LETTER}')`, `text-classification('${LETTER}')`],
    ],
    [
      "a question word alone asks what the question behind it does",
      { text: "when and where do we have to hand in the slip?", files: ["letter.pdf"] },
      [
        "dqa(document=letter.pdf, question='When do we have to hand in the slip?')",
        "dqa(document=letter.pdf, question='Where do we have to hand in the slip?')",
      ],
    ],
    [
      'a question behind the rows that were found is put to the table, and "that week" to nothing',
      {
        text: "how many night shifts does Priya have that week",
        log: [
          ["user", "who is on nights on wednesday??", "rota.csv"],
          [
            "assistant",
            "**Who is on nights on wednesday?** Priya Nair, Grace Oduya\n\nThe rows as a file:\n\n- [rota-filtered.csv](/v1/resources/res_1)",
            "rota-filtered.csv",
          ],
        ],
      },
      ["tqa(table=rota.csv, question='How many night shifts does Priya have that week?')"],
    ],
    [
      "a chart of it shows what the question before asks",
      { text: "average maths mark per class please and draw me a bar chart of it", files: ["marks.csv"] },
      [
        "chart-drawing(table=marks.csv, question='Draw me a bar chart of average maths mark per class?')",
        "tqa(table=marks.csv, question='Average maths mark per class?')",
      ],
    ],
  ])("%s", async (_, example, plan) => {
    expect(outcomeOf(await planned(requestOf({ ...example, plan })))).toEqual(plan);
  });
});
