import fc from "fast-check";
import type { Ontology } from "../../../../src/domain/task-types/index.ts";
import { RESOURCES } from "../../plans.ts";

const MISSPELT = [
  "Text Summarization",
  "TextToSpeech",
  "OCR or Image-to-Text",
  "Token Classification (Named Entity Recognition)",
  "imge-to-text",
  "summarisaton",
  "Video to Text",
];
const INVENTED = ["time-travel", "", "  ", "__proto__", "constructor", "task", "日本語"];
const REFERENCES = [
  "<resource>-#",
  "<GENERATED>-#",
  "<resource-#>",
  "<node-#>",
  "<resource>-#.text",
  "<resource>-#.image",
  "<resource>-#.nothing",
  "<output_of_node_#>",
  "the text of <resource>-#",
  "node-#",
  "$[#]",
];
const WORDS = [
  ...RESOURCES.flatMap(({ id, name }) => [id, name]),
  "gone.png",
  "res_gone",
  "https://example.org/far.jpg",
  "a dog",
  "What is it?",
  "<translated_text>",
  "Step 1: open the box.",
  "$20",
  "a,b\n1,2",
  "",
  "photo.jpg, edges.png",
  "<resource>-0, <resource>-1",
];
const ARGUMENT_NAMES = [
  "text",
  "image",
  "audio",
  "video",
  "document",
  "question",
  "context",
  "sentence",
  "sentences",
  "labels",
  "table",
  "img",
  "language",
  "mood",
  "__proto__",
  "constructor",
];

/** Ids that a plan has, or could have, or could not. */
const anyId = fc.oneof(
  { weight: 12, arbitrary: fc.nat({ max: 7 }) },
  fc.constantFrom<unknown>(-1, 0.5, 1e300, "3", "-1", "x", null, Number.NaN, Number.MAX_SAFE_INTEGER, 2 ** 40),
);
const reference = fc.tuple(fc.constantFrom(...REFERENCES), anyId).map(([form, id]) => form.replace("#", String(id)));
const word = fc.oneof(fc.constantFrom(...WORDS), fc.string());
const argumentName = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...ARGUMENT_NAMES) }, fc.string());

const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 6, arbitrary: reference },
    { weight: 6, arbitrary: word },
    fc.jsonValue({ maxDepth: 3 }),
    fc.anything({ maxDepth: 2 }),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.record({ name: fc.oneof(argumentName, word), value: tie("value") }),
    fc.record({ literal: tie("value") }),
  ),
}));

const anyArguments = fc.oneof(
  { weight: 5, arbitrary: fc.dictionary(argumentName, value, { maxKeys: 4 }) },
  fc.array(value, { maxLength: 4 }),
  fc.array(fc.record({ name: fc.oneof(argumentName, word, reference), value }, { requiredKeys: ["name"] }), {
    maxLength: 3,
  }),
  value,
);

const anyEntry = (ontology: Ontology): fc.Arbitrary<Readonly<Record<string, unknown>>> =>
  fc.record(
    {
      task: fc.oneof(
        { weight: 8, arbitrary: fc.constantFrom(...ontology.all.map((type) => type.name)) },
        { weight: 2, arbitrary: fc.constantFrom(...MISSPELT) },
        { weight: 1, arbitrary: fc.constantFrom(...INVENTED) },
        fc.string(),
      ),
      id: anyId,
      dep: fc.oneof({ weight: 4, arbitrary: fc.array(anyId, { maxLength: 4 }) }, fc.anything({ maxDepth: 1 })),
      args: anyArguments,
      model: fc.oneof(fc.string(), fc.anything({ maxDepth: 1 })),
    },
    { requiredKeys: ["task"] },
  );

/** Whatever might be handed in as a plan: from nearly one to nothing like it. */
export function anyPlan(ontology: Ontology): fc.Arbitrary<unknown> {
  const entry = anyEntry(ontology);
  const inOrder = fc.array(entry, { maxLength: 8 }).map((entries) => entries.map((one, id) => ({ ...one, id })));
  return fc.oneof(
    { weight: 8, arbitrary: inOrder },
    { weight: 4, arbitrary: fc.array(entry, { maxLength: 8 }) },
    fc.array(fc.oneof(entry, fc.anything()), { maxLength: 6 }),
    fc.record({ tasks: fc.oneof(inOrder, fc.anything()) }),
    inOrder.map((plan) => `Sure, here is the plan:\n\`\`\`json\n${JSON.stringify(plan)}\n\`\`\``),
    inOrder.map((plan) => JSON.stringify(plan).slice(0, -3)),
    fc.jsonValue(),
    fc.anything(),
    fc.string(),
  );
}
