import { describe, expect, it } from "vitest";
import { MAX_UNREAD, noteOfUnread, readConstraints } from "../../../../src/planning/embedded/constraints/index.ts";

describe("words that may restrict the models and are not understood", () => {
  it.each<[request: string, unread: readonly string[]]>([
    ["Summarize notes.txt. Use the fastest model.", ["Use the fastest model"]],
    ["Use the fastest model to caption a.png", ["Use the fastest model"]],
    ['Summarize "It rained", but avoid bart.', ["avoid bart"]],
    ["Caption a.png. Avoid bart.", ["Avoid bart"]],
    ["Summarize notes.txt with bart.", ["with bart"]],
    ["Caption a.png. No expensive models.", ["No expensive models"]],
    ["Caption a.png with a fast model.", ["with a fast model"]],
    ["Caption a.png. Speed matters most.", ["Speed matters most"]],
    ["Caption a.png with a 7B model.", ["with a 7B model"]],
    ["Transcribe a.wav using a multilingual model.", ["using a multilingual model"]],
    ["Caption a.png. Models with unknown licences are out.", ["Models with unknown licences are out"]],
    ["Caption a.png without GLP-3.0 models.", ["without GLP-3.0 models"]],
    ["Caption a.png. Only GLP-3.0 models.", ["Only GLP-3.0 models"]],
    ["Caption a.png with a model of the GLP-3.0 licence.", ["with a model of the GLP-3.0 licence"]],
    ["Caption a.png. EU servers only.", ["EU servers only"]],
    ["Caption a.png. My data must stay in the EU.", ["My data must stay in the EU"]],
    ["Caption a.png. Keep my data private.", ["Keep my data private"]],
    ["Caption a.png. Run it on acme/captioner.", ["Run it on acme/captioner"]],
    ["Caption a.png with the newest model available", ["with the newest model"]],
    ["Summarize notes.txt. Only models trained on public data.", ["Only models trained on public data"]],
    ["Only use models from Europe, summarize notes.txt", ["Only use models from Europe"]],
    ["Caption a.png, don't use models that hallucinate.", ["don't use models that hallucinate"]],
    ["Caption a.png. No models older than 2024, please.", ["No models older than 2024"]],
    ["Avoid providers that keep logs. Caption a.png", ["Avoid providers that keep logs"]],
    ["Caption a.png; the model must be explainable.", ["the model must be explainable"]],
    ["Caption a.png. Only Chinese models.", ["Only Chinese models"]],
    ["Caption a.png, but don't use any American model.", ["don't use any American model"]],
    [
      "Caption a.png with no model above 2 euros per million tokens.",
      ["with no model above 2 euros per million tokens"],
    ],
    ["Caption a.png with our/captioner", ["with our/captioner"]],
    ["Caption a.png, at most 3 francs.", ["at most 3 francs"]],
    ["Summarize notes.txt. Use our/sum.", ["Use our/sum"]],
    ["Draw a fox. Avoid our/painter.", ["Avoid our/painter"]],
    ["Use only MIT models. Use the fastest model. Caption a.png", ["Use the fastest model"]],
    ["Use the fastest MIT-licensed model to caption a.png", ["Use the fastest MIT-licensed model"]],
    ["Summarize this text:\n\nBees dance. They do so at noon.\n\nUse the fastest model.", ["Use the fastest model"]],
  ])("are told: %s", (request, unread) => {
    expect(readConstraints(request).unread).toEqual(unread);
  });

  it.each([
    "Use the best model to caption a.png",
    "Write a poster for my shop, and avoid clip art.",
    "Don't use BART. Summarize notes.txt",
    "Use only MIT-licensed models to caption a.png",
    "Use the smallest model. Caption a.png",
    "Which is the cheapest model in phones.csv?",
    "List only models with more than 200 hp from cars.csv",
    "Write an article: use the cheapest model.",
    "Translate 'use the cheapest model' into French",
    "Explain why companies use the cheapest model",
    "Draw fashion models, no runway models",
    "Draw a runway. No models, please.",
    "Use the latest model of the aeroplane in photo.jpg",
    "Only the model on the left, crop the rest of photo.jpg",
    "Find all shoes in shoes.csv, at most 50 dollars",
    "Find a flat in flats.csv, at most 900 euros",
    "Classify it as spam/ham. Use spam/ham.",
    "Label the reviews. Use positive/negative.",
    "Rewrite letter.txt. Avoid he/she and and/or.",
    "Use a/b testing to explain this",
    "The model must be wearing red. Draw her.",
    "Summarize this text:\n\nBees dance. Use the cheapest model. They do so at noon.",
    "Summarize this text:\n\nBees dance. They do so at noon. Use the cheapest model.",
    "Use the model in a.glb",
    "Write a headline: Keep costs low",
    "Find the cheapest option in menu.csv",
    "What is the lowest price in shop.csv?",
    "Summarize how companies keep data private",
    "Explain why the EU servers only run at night",
    "Describe a.png and keep it low-key",
    "Read poem.txt aloud, use whisper",
    "Translate it for us",
  ])("are not heard in: %s", (request) => {
    expect(readConstraints(request).unread).toEqual([]);
  });

  it("are told in a sentence", () => {
    expect(noteOfUnread("Use the cheapest model")).toBe(
      "“Use the cheapest model” may restrict the models; it was not understood, so that it was not applied.",
    );
  });

  it("are told up to a stated number, each cut", () => {
    const { unread } = readConstraints(`Only models ${"very ".repeat(100)}old. `.repeat(20));
    expect(unread).toHaveLength(MAX_UNREAD);
    for (const words of unread) expect(words.length).toBeLessThanOrEqual(121);
  });
});

describe("a quality of models that no phrase has read", () => {
  it.each<[request: string, unread: string]>([
    [
      "Transcribe a.wav with openai/whisper-large-v2 avoiding whisper.",
      "with openai/whisper-large-v2 avoiding whisper",
    ],
    ["Transcribe a.wav with whisper or an MIT model.", "with whisper or an MIT model"],
    ["Only permissive models, none from China. Caption a.png", "none from China"],
    ["Caption a.png, none from China.", "none from China"],
    ["Caption a.png with a fast local model", "with a fast local model"],
    ["Caption a.png with a model from Europe under MIT", "with a model from Europe under MIT"],
    [
      "Use a local, MIT-licensed model smaller than 1B from Google. Caption a.png",
      "Use a local, MIT-licensed model smaller than 1B from Google",
    ],
    ["Use openrail models and our/sum. Caption a.png", "Use openrail models and our/sum"],
  ])("is told with what it stands by: %s", (request, unread) => {
    expect(readConstraints(request).unread).toEqual([unread]);
  });

  it.each([
    ["Use a small model, Apple pie is in recipe.txt: summarize it", { size: { prefer: "smallest" } }],
    ["Caption a.png with a small model and translate it from French", { size: { prefer: "smallest" } }],
    ["Translate the Google report into German with a small model", { size: { prefer: "smallest" } }],
    ["Research only, so non-commercial models are fine. Use only MIT ones", { licence: { allow: ["MIT"] } }],
  ])("is not taken from words beside it: %s", (request, constraints) => {
    expect(readConstraints(request)).toMatchObject({ constraints, unread: [] });
  });
});
