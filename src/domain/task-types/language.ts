import { input, optional, output, taskType } from "./task-type.ts";

const text = input("text", "text", {
  aliases: ["inputs", "input", "input_text", "sentence", "prompt", "query"],
  description: "The text to work on",
});
/** What is labelled entry by entry may come as the rows of a table. */
const textOrRows = input("text", ["text", "table"], {
  aliases: text.aliases,
  description: "The text, or a table with a column of texts",
});
const instruction = optional("instruction", "text", {
  aliases: ["task", "style"],
  description: "What to do with the text",
});
const entities = output("entities", "data", "List of {type, text, start, end}; offsets in UTF-16 units of the input");
const labels = output(
  "labels",
  "data",
  "List of {label, score}, best first; or one for each entry of the text, with its text",
);
const asText = output("text", "text", "The result in words");

export const LANGUAGE_TASK_TYPES = [
  taskType("text-classification", {
    area: "language",
    description: "Label a text, for example its sentiment",
    inputs: [textOrRows],
    outputs: [labels, asText],
    aliases: [
      "text-cls",
      "sentiment-analysis",
      "sentiment-classification",
      "emotion-detection",
      "intent-classification",
    ],
  }),
  taskType("token-classification", {
    area: "language",
    description: "Find the names of people, places, organizations, dates and amounts in a text",
    inputs: [text],
    outputs: [entities, asText],
    aliases: [
      "token-cls",
      "named-entity-recognition",
      "ner",
      "entity-recognition",
      "part-of-speech-tagging",
      "pos-tagging",
    ],
  }),
  taskType("text2text-generation", {
    area: "language",
    description: "Turn a text into another one by an instruction, for example a paraphrase or a correction",
    inputs: [text, instruction],
    varies: true,
    outputs: [asText],
    aliases: ["text-to-text-generation", "text-to-text", "text2text", "paraphrase", "text-editing"],
  }),
  taskType("summarization", {
    area: "language",
    description: "Shorten a text to what matters",
    inputs: [
      text,
      optional("length", "text", {
        aliases: ["sentences", "size"],
        description: 'How long it should be, such as "two sentences", "3 bullet points", "50 words" or "shorter"',
      }),
    ],
    outputs: [output("text", "text", "The summary")],
    aliases: ["summarisation", "text-summarization", "abstractive-summarisation", "abstractive-summarization"],
  }),
  taskType("translation", {
    area: "language",
    description: "Translate a text into another language",
    inputs: [
      text,
      optional("target-language", "text", {
        aliases: ["language", "target", "target_lang", "target_language", "tgt_lang", "to"],
        description: "BCP 47 code or English name",
      }),
      optional("source-language", "text", {
        aliases: ["source_lang", "source_language", "src_lang", "from"],
        description: "BCP 47 code or English name",
      }),
    ],
    outputs: [output("text", "text", "The translation")],
    aliases: [
      "machine-translation",
      "text-translation",
      "language-translation",
      "translate",
      "translation-from-xx-to-yy",
    ],
  }),
  taskType("question-answering", {
    area: "language",
    description: "Answer a question from a given text",
    inputs: [
      input("question", "text", { asks: true, aliases: ["query"], description: "The question" }),
      input("context", "text", {
        aliases: ["text", "passage", "document", "input_text"],
        description: "The text that holds the answer",
      }),
    ],
    outputs: [
      output("answer", "text", "The answer, in the words of the text"),
      output("evidence", "data", "{answer or null, score, sentence?, span?, passages?}"),
    ],
    aliases: ["qa", "extractive-question-answering", "answer-based-on-context", "reading-comprehension"],
  }),
  taskType("open-question-answering", {
    area: "language",
    description: "Answer a question from general knowledge, with no text given",
    inputs: [input("question", "text", { asks: true, aliases: ["text", "query"], description: "The question" })],
    outputs: [output("answer", "text", "The answer")],
    aliases: ["open-qa", "open-domain-question-answering", "closed-book-question-answering"],
  }),
  taskType("conversational", {
    area: "language",
    description: "Reply to what someone said",
    inputs: [text],
    varies: true,
    outputs: [output("text", "text", "The reply")],
    aliases: ["conversation", "chat", "dialogue", "response-generation", "conversational-response-modelling"],
  }),
  taskType("text-generation", {
    area: "language",
    description: "Write or continue a text",
    inputs: [
      text,
      instruction,
      optional("schema", "data", {
        aliases: ["json-schema", "response-format"],
        description: "JSON Schema that the text is to satisfy",
      }),
    ],
    varies: true,
    outputs: [output("text", "text", "The new text")],
    aliases: ["text-completion", "completion", "creative-writing"],
  }),
  taskType("feature-extraction", {
    area: "language",
    description: "Turn a text into a vector of features (an embedding)",
    inputs: [text],
    outputs: [output("embedding", "data", "List of numbers")],
    aliases: ["embedding", "embeddings", "text-embedding"],
  }),
  taskType("sentence-similarity", {
    area: "language",
    description: "Say how similar texts are to a first one",
    inputs: [
      input("sentence", "text", {
        aliases: ["source_sentence", "source", "text", "text1", "sentence1"],
        description: "The text to compare with",
      }),
      input("sentences", "text", {
        many: true,
        aliases: ["text2", "sentence2", "candidates"],
        description: "The texts to compare",
      }),
    ],
    outputs: [output("scores", "data", "List of {sentence, score}, score between 0 and 1"), asText],
    aliases: ["text-similarity", "semantic-similarity"],
  }),
  taskType("zero-shot-classification", {
    area: "language",
    description: "Choose among given labels for a text",
    inputs: [
      textOrRows,
      input("labels", ["data", "text"], {
        aliases: ["candidate_labels", "categories", "classes"],
        description: "The labels to choose from",
      }),
    ],
    outputs: [labels, asText],
    aliases: ["zero-shot-text-classification"],
  }),
  taskType("language-identification", {
    area: "language",
    description: "Say which language a text is in",
    inputs: [textOrRows],
    outputs: [
      output(
        "labels",
        "data",
        "List of {label: BCP 47 code, name, score}, best first; or one for each entry, with its text",
      ),
      output("language", "text", "English name of the language"),
    ],
    aliases: ["language-detection", "detect-language", "language-id"],
  }),
] as const;
