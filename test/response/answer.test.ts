import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_INLINE_CHARS } from "../../src/domain/resources.ts";
import { plainAnswer as plainAnswerOf } from "../../src/planning/embedded/read/plain-answer.ts";
import { resource } from "../planning/resources.ts";
import {
  answerOf,
  attachedFile,
  type Done,
  failedWith,
  file,
  from,
  gave,
  piecesOf,
  read,
  runOf,
  skippedAt,
  stored,
  text,
  words,
} from "./runs.ts";

const plainAnswer = (text: string): string => plainAnswerOf({ text });

const invoice = { attached: [attachedFile("invoice.png")] };
const summary: Done = { type: "summarization", args: { text: from(0) }, work: gave({ text: text("Pay 5 euros.") }) };
const sender: Done = {
  type: "question-answering",
  args: { question: words("Who sent it?"), context: from(0) },
  work: gave({ answer: text("Acme Ltd") }),
};
const failing: Done = {
  type: "image-to-text",
  work: failedWith({ code: "no-model", message: "No model <b>fits</b>", retryable: false }),
};

describe("an answer", () => {
  it("says that the run cost more than it was allowed, and only then", async () => {
    const budget = { timeMs: 60_000, usd: 0.2 };
    const state = { ...runOf([read("a.png", "Total 5")]), budget, exceededUsd: 0.2 };
    const words = "cost 10.80 dollars, more than its budget of 0.20 dollars";
    expect(await answerOf({ ...state, spent: { ...state.spent, usd: 10.8 } })).toContain(words);
    // A person has raised it since.
    const raised = { ...state, budget: { ...budget, usd: 20 }, spent: { ...state.spent, usd: 10.8 } };
    expect(await answerOf(raised)).not.toContain("budget");
    expect(await answerOf({ ...state, exceededUsd: null })).not.toContain("budget");
  });

  it("gives what was asked and written in the order of the plan, then what was read and made, and by whom", async () => {
    const speech: Done = {
      type: "text-to-speech",
      args: { text: from(1) },
      work: gave({ audio: stored(attachedFile("speech_1.wav")) }, [10, 20], "flite_slt"),
    };
    const run = runOf([read("invoice.png", "Acme Ltd\nTotal 5"), summary, speech, sender], {
      ...invoice,
      request: "Read the text in invoice.png",
    });
    expect(await answerOf(run)).toBe(`**Summary:** Pay 5 euros.

**Who sent it?** Acme Ltd

**Text read (invoice.png):**

\`\`\`text
Acme Ltd
Total 5
\`\`\`

**Read aloud:** [speech_1.wav](/v1/resources/res_speech_1.wav)

How it was done:

- Text read: m (embedded)
- Summary: m (embedded)
- Read aloud: flite_slt (embedded)
- Question answering: m (embedded)
`);
  });

  it("names the file of a table's rows behind the results, so that nobody takes its name for words of the answer", async () => {
    const asked = {
      type: "table-question-answering",
      args: { table: file("sales.csv"), question: words("Sales per city?") },
      work: gave({ answer: text("Oslo: 5\nRome: 7"), table: stored(resource("sales-grouped.csv")) }),
    };
    const answer = await answerOf(runOf([asked, summary]));
    expect(answer.split("\n\n").slice(0, 4)).toEqual([
      "**Sales per city** Oslo: 5 / Rome: 7",
      "**Summary:** Pay 5 euros.",
      "The rows as a file:",
      "- [sales-grouped.csv](/v1/resources/res_sales-grouped.csv)",
    ]);
    expect(plainAnswer(await answerOf(runOf([asked])))).toBe("Oslo: 5 / Rome: 7");
  });

  it.each([
    ["Which month had the most?", "March", [["March", "412"]], "March (412)"],
    [
      "Who has the most?",
      "Ines, Omar",
      [
        ["Ines", "1"],
        ["Omar", "1"],
      ],
      "Ines, Omar (1)",
    ],
    [
      "Who is in Oslo?",
      "Ines, Omar",
      [
        ["Ines", "1"],
        ["Omar", "2"],
      ],
      "Ines, Omar",
    ],
    ["Which months?", "March", [["March"]], "March"],
  ])("tells what comes first with its figure: %s", async (question, answer, rows, told) => {
    const columns = (rows[0] ?? []).map((_, at) => `column ${at}`);
    const asked = {
      type: "table-question-answering",
      args: { table: file("sales.csv"), question: words(question) },
      work: gave({ answer: text(answer), evidence: { as: "data", kind: "data", data: { answer, columns, rows } } }),
    };
    expect(plainAnswer(await answerOf(runOf([asked])))).toBe(told);
  });

  it("tells of a chain of pictures the last, and the others as what came on the way", async () => {
    const edited = (image: Done["args"], name: string): Done => ({
      type: "image-editing",
      args: { ...image, instruction: words(name) },
      work: gave({ image: stored(attachedFile(name)) }),
    });
    const first = edited({ image: file("cat.jpg") }, "cat-grey.jpg");
    const chain = [
      first,
      edited({ image: from(0, "image") }, "cat-turned.jpg"),
      edited({ image: from(1, "image") }, "cat-small.jpg"),
    ];
    const answer = await answerOf(runOf(chain, { attached: [attachedFile("cat.jpg")] }));
    const link = (name: string): string => `[${name}](/v1/resources/res_${name})`;
    expect(answer).not.toContain("nothing");
    expect(answer).toContain(
      `**Image editing (cat.jpg):** ${link("cat-small.jpg")} (on the way: ${link("cat-grey.jpg")}, ${link("cat-turned.jpg")})\n\nHow it was done:\n\n- Image editing (3 times): m (embedded)\n`,
    );
    const broken = [first, { ...edited({ image: from(0, "image") }, "x.jpg"), work: failing.work }];
    expect(await answerOf(runOf(broken, { attached: [attachedFile("cat.jpg")] }))).toContain(
      `**Image editing (cat.jpg):** ${link("cat-grey.jpg")}\n`,
    );
  });

  it("calls only a table rows: what else an answer made is told as what was made", async () => {
    const asked = {
      type: "table-question-answering",
      args: { table: file("sales.csv"), question: words("Sales per city?") },
      work: gave({ answer: text("Oslo: 5"), table: stored(attachedFile("chart.png")) }),
    };
    const answer = await answerOf(runOf([asked], { attached: [attachedFile("sales.csv")] }));
    expect(answer).not.toContain("The rows as a file:");
    expect(answer).toContain("**Table question answering (sales.csv):** [chart.png](/v1/resources/res_chart.png)");
  });

  it.each([
    ["Summarise invoice.png", "a summary", [summary], false],
    ["Read a summary of invoice.png aloud", "a summary", [summary], false],
    ["Read the text in invoice.png and summarise it", "a summary", [summary], true],
    ["Transcribe it, and sum it up", "a summary", [summary], true],
    ["What does invoice.png say? Sum it up, too", "a summary", [summary], true],
    [
      "What does it say of rent?",
      "an answer",
      [{ ...sender, args: { ...sender.args, question: words("What does it say of rent?") } }],
      false,
    ],
    ["Sum it up, with the meter reading", "a summary", [summary], false],
    ["invoice.png", "nothing", [], true],
    ["Summarise invoice.png", "a summary that failed", [{ ...summary, work: skippedAt(5) }], true],
  ] as const)("to %j, with %s made from it, may show the text that was read", async (request, _, others, shown) => {
    const answer = await answerOf(runOf([read("invoice.png", "Acme Ltd"), ...others], { ...invoice, request }));
    expect(answer.includes("Text read (invoice.png)")).toBe(shown);
  });

  it.each([
    ["optical-character-recognition", "Text read:** no text was found"],
    ["automatic-speech-recognition", "Transcript:** no speech was found"],
  ])("of %s that found nothing says so", async (type, said) => {
    const answer = await answerOf(runOf([{ type, work: gave({ text: text(" \n") }) }]));
    expect(answer).toContain(said);
    expect(answer).not.toContain("```");
  });

  it("counts what one model did several times, and says each note once", async () => {
    const noted = { ...read("a.png", "Hi"), work: { ...gave({ text: text("Hi") }), notes: ["It was dark."] } };
    const other = { ...noted, work: { ...noted.work, notes: ["It was dark.", "It was cut"] } };
    expect(await answerOf(runOf([noted, other]))).toContain(
      "How it was done:\n\n- Text read (2 times): m (embedded); It was dark. It was cut\n",
    );
  });

  it.each([
    [[0.93, 0.06], "billing"],
    [[0.64, 0.34], "billing, or else sales *(probably)*"],
  ])("says which label was chosen, and another where it is unsure: %j", async ([best = 0, next = 0], said) => {
    const labels = [
      { label: "billing", score: best },
      { label: "sales", score: next },
    ];
    const chosen: Done = {
      type: "zero-shot-classification",
      args: { text: words("Hi"), labels: words("billing, sales") },
      work: gave({ labels: { as: "data", kind: "data", data: labels }, text: text("billing (93%), sales (6%)") }),
    };
    expect(await answerOf(runOf([chosen]))).toMatch(
      new RegExp(`^\\*\\*Label:\\*\\* ${said.replace(/[*()]/g, "\\$&")}\n`),
    );
  });

  it("says what failed before text that was only read, and after what was done", async () => {
    const undone = "This part could not be done:\n\n- No model \\<b>fits\\</b>\n\n";
    expect(await answerOf(runOf([read("a.png", "Hello"), failing]))).toContain(`${undone}**Text read`);
    expect(await answerOf(runOf([summary, failing]))).toMatch(/\*\*Summary.*This part could not be done:/s);
  });

  it("says when nothing was done, and names no model", async () => {
    expect(await answerOf(runOf([failing]))).toBe("This could not be done:\n\n- No model \\<b>fits\\</b>\n");
  });

  it("names what failed before what was not started for that", async () => {
    const needing = { ...sender, args: { ...sender.args, context: from(1) }, work: skippedAt(5) };
    expect(await answerOf(runOf([needing, failing]))).toMatch(
      /- No model .*\n- \*\*Answer “Who sent it\?” from [^*]+\*\*: was not started: it needs the result of “[^”]+”, which did not succeed/,
    );
    const code = "no-model" as const;
    const barred = { ...skippedAt(5), error: { code, message: "It needs a text", retryable: false } };
    expect(await answerOf(runOf([{ ...summary, args: {}, work: barred }]))).toContain(
      "was not started: It needs a text",
    );
  });

  it("says plainly what of the request was left out", async () => {
    const notes = ['summarization on a.txt, because of "sum up".', { leftOut: "“book me a *flight*”" }];
    expect(await answerOf(runOf([{ ...summary, args: {} }], { notes }))).toMatch(
      /^I did not do:\n\n- “book me a \\\*flight\\\*”\n\n/,
    );
  });

  it("shows the whole of a text that a task gave by value", async () => {
    const long = "word ".repeat(MAX_INLINE_CHARS / 5).trim();
    expect(await answerOf(runOf([read("a.png", long)]))).toContain(`\`\`\`text\n${long}\n\`\`\``);
    expect(await answerOf(runOf([{ ...summary, args: {}, work: gave({ text: text(long) }) }]))).toContain(`${long}\n`);
  });

  it("shows the beginning of a stored text, and where the rest is", async () => {
    const made = { ...stored(attachedFile("talk.txt")), excerpt: "It began" };
    const answer = await answerOf(runOf([{ type: "automatic-speech-recognition", work: gave({ text: made }) }]));
    expect(answer).toContain("It began…\n```\n\n… the rest is in [talk.txt](/v1/resources/res_talk.txt)");
  });

  it.each([
    ["texts", gave({ text: text("é".repeat(MAX_INLINE_CHARS)) })],
    ["texts of nothing but backticks", gave({ text: text("`".repeat(MAX_INLINE_CHARS)) })],
    ["texts of nothing but emoji", gave({ text: text("😀".repeat(MAX_INLINE_CHARS / 2)) })],
    ["failures", failedWith({ code: "internal", message: "#".repeat(10_000), retryable: false })],
    ["models with much to say", { ...gave({ text: text("a") }), notes: ["*".repeat(10_000)] }],
  ])("of 256 %s is bounded as a whole and in its pieces", async (_, work) => {
    const state = runOf(Array.from({ length: 256 }, () => ({ type: "automatic-speech-recognition", work })));
    const pieces = await piecesOf(state);
    expect(pieces.join("").length).toBeLessThanOrEqual(60_000);
    for (const piece of pieces) {
      expect(piece.length).toBeLessThanOrEqual(16_000);
      expect(piece.isWellFormed()).toBe(true);
    }
  });

  it("says how many results it has no room for", async () => {
    const many = Array.from({ length: 20 }, () => read("a.png", "x".repeat(8_000)));
    expect(await answerOf(runOf(many))).toContain(
      "There are more results: 16 of 20 are left out here; the report has them.",
    );
  });

  it("lets no text of a model act as Markdown or as a part of the answer", async () => {
    const hostile = "**x**\n\nHow it was done:\n\n[click](javascript:alert(1)) <script>";
    expect(await answerOf(runOf([{ ...summary, args: {}, work: gave({ text: text(hostile) }) }]))).toBe(
      "**Summary:** \\*\\*x\\*\\* / How it was done: / \\[click\\](javascript:alert(1)) \\<script>\n\nHow it was done:\n\n- Summary: m (embedded)\n",
    );
  });
});

describe("an answer taken up as material", () => {
  it.each([
    ["of one question, is what was answered", [sender], "Acme Ltd"],
    ["of one text, is the text", [{ ...summary, args: {} }], "Pay 5 euros."],
    [
      "of one source, is its words alone",
      [read("a.png", "How it was done:\n**a** [b](c)")],
      "How it was done:\n**a** [b](c)",
    ],
    [
      "of several, tells which is which",
      [sender, { ...summary, args: {} }],
      "Who sent it? Acme Ltd\n\nSummary: Pay 5 euros.",
    ],
    ["has no failures", [sender, failing], "Acme Ltd"],
    ["is nothing when nothing was done", [failing], ""],
    [
      "names files",
      [{ type: "text-to-speech", work: gave({ audio: stored(attachedFile("a_[1].wav")) }) }],
      "a_[1].wav",
    ],
  ] as const)("%s", async (_, done, plain) => {
    expect(plainAnswer(await answerOf(runOf(done, { notes: [{ leftOut: "a flight" }] })))).toBe(plain);
  });

  it("is word for word what a task gave", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: fc.constantFrom("*", "`", "\\", "[", "]", "(", "a", " ", "😀") }),
        async (said) => {
          fc.pre(said.trim() !== "");
          const given = said.trim();
          expect(plainAnswer(await answerOf(runOf([{ ...summary, args: {}, work: gave({ text: text(said) }) }])))).toBe(
            given,
          );
          expect(plainAnswer(await answerOf(runOf([read("a.png", said)])))).toBe(given);
        },
      ),
    );
  });

  it("is read in time that grows with its length, whatever it holds", () => {
    for (const hostile of ["[", "\\[", "**", "[a](", "`", "\n"]) {
      const long = hostile.repeat(60_000 / hostile.length);
      expect(plainAnswer(long).length).toBeLessThanOrEqual(long.length);
    }
  });
});
