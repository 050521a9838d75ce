import type { Reading, Readings } from "./reading.ts";

const licence = (...allow: readonly string[]): Reading => ({ licence: { allow } });
const best = (name: string, task?: string): Reading => ({
  benchmark: { name, prefer: "best", ...(task === undefined ? {} : { for: task }) },
});
const language = (code: string): Reading => ({ language: code });
const smallest = (...allow: readonly string[]): Reading => ({ ...licence(...allow), size: { prefer: "smallest" } });
const largest = (...allow: readonly string[]): Reading => ({ ...licence(...allow), size: { prefer: "largest" } });

/** A licence in a clause of nothing else. */
export const LICENCE_ALONE: Readings = {
  readings: [
    ["caption beach.jpg, MIT or BSD licence please", licence("MIT", "BSD")],
    ["caption beach.jpg, Apache licence", licence("Apache-2.0")],
    ["caption beach.jpg, MIT license, thanks", licence("MIT")],
    ["Apache 2.0 licence please: caption beach.jpg", licence("Apache-2.0")],
    ["caption beach.jpg and read the caption aloud; Apache or MIT licences", licence("Apache-2.0", "MIT")],
    ["Caption beach.jpg (MIT license).", licence("MIT")],
    ["MIT licence, caption beach.jpg", licence("MIT")],
    ["Caption beach.jpg. Permissive licence please.", licence("permissive")],
    ["Caption beach.jpg - open source licence, please", licence("open-source")],
    ["caption beach.jpg, any Apache or MIT licence", licence("Apache-2.0", "MIT")],
    ["caption beach.jpg, an OSI-approved licence please", licence("open-source")],
    ["Draw a fox in the snow, BSD licence, under 2B parameters", { ...licence("BSD"), size: { max: 2e9 } }],
    ["caption beach.jpg, MIT-licensed please", licence("MIT")],
    ["caption beach.jpg, Apache-2.0 licensed", licence("Apache-2.0")],
  ],
  tempting: [
    "Explain the difference: MIT licence, Apache licence",
    "What is freer, an Apache or MIT licence?",
    "write a poem about lawyers, the MIT licence and love",
    "MIT licence: what does it allow?",
    "Compare these: GPL licence, MIT licence, Apache licence",
    "Is repo.png under an MIT licence, please?",
    "Draw a poster with a penguin, an MIT licence and a gavel",
    "Apache licence, what is that?",
  ],
};

/** Somebody insists. */
export const LICENCE_DEMANDED: Readings = {
  readings: [
    ["Transcribe call.wav; our lawyers insist on MIT-licensed models.", licence("MIT")],
    ["Company policy requires Apache-licensed models. Caption beach.jpg", licence("Apache-2.0")],
    ["my boss insists on open source models, caption beach.jpg", licence("open-source")],
    ["Caption beach.jpg; the client demands models under the MIT licence", licence("MIT")],
    ["The legal department calls for permissive licences. Describe beach.jpg", licence("permissive")],
    ["We are bound to Apache-2.0 models. Describe beach.jpg", licence("Apache-2.0")],
    ["Compliance only approves BSD-licensed models; describe beach.jpg", licence("BSD")],
    ["describe beach.jpg, procurement will accept nothing but MIT or Apache models", licence("MIT", "Apache-2.0")],
    ["Our rules allow permissively licensed models only: describe beach.jpg", licence("permissive")],
    ["describe beach.jpg - the contract asks for open-source models", licence("open-source")],
    ["I have to insist on Apache licensed models. Describe beach.jpg", licence("Apache-2.0")],
    ["legal forbids GPL models. Describe beach.jpg", { licence: { deny: ["GPL"] } }],
    ["Our customer doesn't accept GPL-licensed models; describe beach.jpg", { licence: { deny: ["GPL"] } }],
    ["describe beach.jpg, management rules out non-commercial licences", { licence: { deny: ["non-commercial"] } }],
  ],
  tempting: [
    "Does the contract in lease.pdf insist on open source software?",
    "Write an essay on why lawyers insist on permissive licences",
    "Summarise the article on open source licences in bees.txt",
    "Who insists on the licence in bridge.txt?",
    "Find out whether the company insists on MIT-licensed models in policy.txt",
    "The article in bees.txt says that the client demands Apache licences; sum it up",
    "Write a letter to a client who asks for open-source models",
    "What do lawyers require of GPL software?",
  ],
};

/** The model shall have the benchmark's best score. */
export const BENCHMARK_SCORE: Readings = {
  readings: [
    ["Transcribe talk.wav; the model should have the top LibriSpeech score", best("LibriSpeech")],
    ["The model must have the highest SQuAD F1. Who is the tenant in lease.pdf?", best("SQuAD")],
    ["Classify dogs.jpg, and the classifier has to have the best ImageNet accuracy", best("ImageNet")],
    ["Detect the cars in street.png; the model needs the best COCO score", best("COCO")],
    ["the model should come with the highest MMLU score; write a haiku about rust", best("MMLU")],
    ["I want the model with the top GLUE result for the mood of review.txt", best("GLUE")],
    ["Transcribe talk.wav, I want the lowest LibriSpeech WER", best("LibriSpeech")],
    ["Transcribe talk.wav with the best Common Voice score", best("Common Voice")],
    ["Detect the cars in street.png using the highest COCO mAP", best("COCO")],
    ["The model you use ought to have the best ADE20K mIoU. Segment room.jpg", best("ADE20K")],
    ["Segment room.jpg with a model whose ADE20K score is the highest", best("ADE20K")],
    ["Answer from bridge.txt who built it; the model's SQuAD score should be the best there is", best("SQuAD")],
  ],
  tempting: [
    "Which model has the top SQuAD score in results.csv?",
    "The student should have the top maths score; who is it in marks.csv?",
    "Does bert in results.csv have the best GLUE score?",
    "Plot the highest COCO score per year from results.csv",
    "What is the top SQuAD score in paper.pdf?",
    "Find the team with the best arena score in games.csv",
    "Write that the new model should have the top SQuAD score one day",
    "According to paper.pdf the model has the best ImageNet accuracy. Which year?",
  ],
};

/** The language of the reply, asked for in that language or another. */
export const LANGUAGE_NATIVE: Readings = {
  readings: [
    ["Which planet in planets.csv is the hottest? Antworte auf Deutsch, bitte.", language("de")],
    ["What is in beach.jpg? Responde en español, por favor.", language("es")],
    ["What is in beach.jpg? Rispondi in italiano.", language("it")],
    ["Who signed lease.pdf? Responda em português", language("pt")],
    ["Who signed lease.pdf? Antwoord in het Nederlands alsjeblieft", language("nl")],
    ["Répondez en français : what is in beach.jpg?", language("fr")],
    ["What is in beach.jpg? En français, s'il vous plaît.", language("fr")],
    ["What is in beach.jpg? Auf Deutsch bitte", language("de")],
    ["what is in beach.jpg? reponds en francais stp", language("fr")],
    ["What is in beach.jpg? Svara på svenska", language("sv")],
    ["What is in beach.jpg? Odpowiedz po polsku", language("pl")],
    ["What is in beach.jpg? Ответь по-русски, пожалуйста.", language("ru")],
    ["What is in beach.jpg? 日本語で答えてください。", language("ja")],
    ["What is in beach.jpg? 请用中文回答", language("zh")],
    ["What is in beach.jpg? 한국어로 대답해 주세요", language("ko")],
    ["What is in beach.jpg? Türkçe cevap ver", language("tr")],
    ["Antworten Sie bitte auf Englisch: what is in beach.jpg?", language("en")],
    ["What is in beach.jpg? Die Antwort bitte auf Deutsch", language("de")],
    ["Merci de répondre en anglais: what is in beach.jpg?", language("en")],
    ["What is in beach.jpg? Por favor, contesta en inglés.", language("en")],
  ],
  tempting: [
    "Translate letter.txt: auf Deutsch bitte",
    "Say 'réponds en français' in a stern voice",
    "Übersetze letter.txt auf Deutsch, bitte",
    "Traduis letter.txt en français, s'il te plaît",
    "What does the phrase auf Deutsch mean?",
    "How do I pronounce responde en español?",
    "Translate 'antworte auf Deutsch' into English",
    "Write a sketch in which a teacher shouts: Antworte auf Deutsch!",
  ],
};

/** What a model must be or know, said of "it". */
export const LANGUAGE_NEEDED: Readings = {
  readings: [
    ["find the names in 'Anna lebt in Bonn', must be a German-language model", language("de")],
    ["find the names in letter.txt, has to be a French-speaking model", language("fr")],
    ["Transcribe call.wav. It needs to be a Polish-capable model.", language("pl")],
    ["Transcribe call.wav; the model needs to be a Danish-language one", language("da")],
    ["Transcribe call.wav, should be a Spanish speech model", language("es")],
    ["transcribe call.wav - a Finnish-language model is needed", language("fi")],
    ["Transcribe call.wav; it must be a model for Czech", language("cs")],
    ["Transcribe call.wav; it has to be a model trained on Hungarian", language("hu")],
    ["find the names in letter.txt, German-language model required", language("de")],
    ["classify review.txt; only a Dutch-language model will do", language("nl")],
    ["classify review.txt, a model that has been trained for Swedish is a must", language("sv")],
    ["make sure that it's an Italian-language model: classify review.txt", language("it")],
  ],
  tempting: [
    "The car in street.png must be a German model, which one is it?",
    "She needs to be a French-speaking nurse; write the job advert",
    "Is it a Japanese model in photo.jpg?",
    "Write a job ad: must be a German speaker",
    "What makes a German-language model good?",
    "Draw a cat; it needs to be a Persian",
    "Name the Italian model on the runway in fashion.jpg",
    "The text in letter.txt must be in German, isn't it?",
  ],
};

/** Two wishes in one noun. */
export const TWO_IN_ONE: Readings = {
  readings: [
    ["Transcribe call.wav with the smallest MIT model", smallest("MIT")],
    ["Transcribe call.wav with the smallest Apache-licensed model", smallest("Apache-2.0")],
    ["Use the biggest open-source model to write a haiku", largest("open-source")],
    ["the smallest permissively licensed model, please: caption beach.jpg", smallest("permissive")],
    ["Caption beach.jpg using the tiniest BSD-licensed model you have", smallest("BSD")],
    ["Caption beach.jpg with the lightest MIT or Apache-2.0 model", smallest("MIT", "Apache-2.0")],
    ["Caption beach.jpg with the smallest available Apache 2.0 model", smallest("Apache-2.0")],
    ["Pick the largest Llama-licensed model and write a haiku", largest("Llama")],
    ["Caption beach.jpg with the smallest model under the MIT licence", smallest("MIT")],
    ["Caption beach.jpg with a small MIT model", smallest("MIT")],
    [
      "Transcribe call.wav with the smallest Hugging Face model",
      { provider: { allow: ["huggingface"] }, size: { prefer: "smallest" } },
    ],
    ["Caption beach.jpg with the smallest free model", { size: { prefer: "smallest" }, budget: { usd: 0 } }],
    [
      "Caption beach.jpg with the smallest local model",
      { size: { prefer: "smallest" }, provider: { allow: ["local"] } },
    ],
    ["Caption beach.jpg with an MIT model under 1B parameters", { ...licence("MIT"), size: { max: 1e9 } }],
    ["Caption beach.jpg with the best Apache-licensed model on COCO", { ...licence("Apache-2.0"), ...best("COCO") }],
    ["Transcribe call.wav with a German-language MIT model", { ...licence("MIT"), ...language("de") }],
  ],
  tempting: [
    "Find the smallest open-source project in projects.csv",
    "What is the largest MIT building in campus.jpg?",
    "Draw the smallest Apache helicopter model on a desk",
    "Who is the tallest model from MIT?",
    "Write a story about the smallest GPL project",
    "Describe the smallest Llama in llamas.jpg",
    "Count the smallest free seats in hall.png",
    "Which is the biggest open-source model in models.csv?",
  ],
};
