import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_CODE_CHARS } from "../../../../r2-schemas/catalogue.ts";
import { crawlPage } from "../../../../r2-schemas/crawl.ts";
import { type CodeCall, readCalls } from "../../../../src/catalogue/crawl/card/code/calls.ts";
import { readInference } from "../../../../src/catalogue/crawl/card/code/inference.ts";
import { type ReadCode, readCode } from "../../../../src/catalogue/crawl/card/code/read-code.ts";
import { tokensOf } from "../../../../src/catalogue/crawl/card/code/tokens.ts";
import { readCard } from "../../../../src/catalogue/crawl/card/read-card.ts";
import { CODE_LANGUAGES } from "../../../../src/domain/catalogue.ts";

const ID = "acme/swift-words";
const fenced = (code: string, label = "python"): string => `\`\`\`${label}\n${code}\n\`\`\`\n`;

/** What is read out of a card without its text. */
const readIn = (card: string): Omit<ReadCode, "code"> | null => {
  const read = readCode(card, ID);
  if (!read) return null;
  const { code: _, ...rest } = read;
  return rest;
};
const python = (task: string | null, given: ReadCode["arguments"] = {}) => ({
  language: "python",
  task,
  arguments: given,
});
const javascript = (task: string | null, given: ReadCode["arguments"] = {}) => ({
  ...python(task, given),
  language: "javascript",
});

describe("the call in a card's code", () => {
  it.each<[string, string, unknown]>([
    [
      "a pipeline, and what calls it",
      fenced(`from transformers import pipeline

shorten = pipeline("summarization", model="acme/swift-words")
REPORT = """ The harbour was closed on Monday (see "notes", p. 3),
and it's still closed. """
print(shorten(REPORT, max_length=130, min_length=30, do_sample=False))`),
      python("summarization", { max_length: 130, min_length: 30, do_sample: false }),
    ],
    [
      "a pipeline that is only made",
      fenced('from transformers import pipeline\n\npipe = pipeline("text-generation", model="acme/swift-words")'),
      python("text-generation"),
    ],
    [
      "arguments of the pipeline below those of its call",
      fenced(`classify = pipeline("ner", model=model, tokenizer=tokenizer, aggregation_strategy="simple", top_k=4)
classify("Ada lives in London", top_k=2)`),
      python("ner", { aggregation_strategy: "simple", top_k: 2 }),
    ],
    [
      "a name for the model and a dictionary of arguments",
      fenced(`import transformers, torch
model_id = "acme/swift-words"
pipeline = transformers.pipeline(
    "text-generation",
    model=model_id,
    model_kwargs={"torch_dtype": torch.bfloat16},
    device_map="auto",
)
sampling = {"temperature": 0.7, "top_p": .95, "do_sample": True, "max_new_tokens": 2_56}
outputs = pipeline([{"role": "user", "content": "Hello"}], **sampling)
print(outputs[0]["generated_text"][-1])`),
      python("text-generation", { temperature: 0.7, top_p: 0.95, do_sample: true, max_new_tokens: 256 }),
    ],
    [
      "a model that generates, within another call",
      fenced(`from transformers import AutoTokenizer, AutoModelForSeq2SeqLM
tokenizer = AutoTokenizer.from_pretrained("acme/swift-words")
model = AutoModelForSeq2SeqLM.from_pretrained("acme/swift-words").to("cuda")
inputs = tokenizer("paraphrase: a long way", return_tensors="pt", max_length=512, truncation=True).to("cuda")
print(tokenizer.batch_decode(model.generate(**inputs, max_new_tokens=50, num_beams=4, length_penalty=-1.5)))`),
      python(null, { max_new_tokens: 50, num_beams: 4, length_penalty: -1.5 }),
    ],
    [
      "a generation config",
      fenced(`model = LlamaForCausalLM.from_pretrained("acme/swift-words")
out = model.generate(ids, generation_config=GenerationConfig(temperature=0.2, repetition_penalty=1.1))`),
      python(null, { temperature: 0.2, repetition_penalty: 1.1 }),
    ],
    [
      "diffusers",
      fenced(`import torch
from diffusers import AutoPipelineForText2Image

pipe = AutoPipelineForText2Image.from_pretrained("acme/swift-words", torch_dtype=torch.float16, variant="fp16")
pipe = pipe.to("cuda")
pipe.enable_model_cpu_offload()
prompt = "A lighthouse, oil on canvas"
image = pipe(
    prompt,
    negative_prompt="people",
    num_inference_steps=25,
    guidance_scale=7.5,  # less is freer
    generator=torch.Generator("cpu").manual_seed(0),
    width=1024,
    height=1024,
).images[0]`),
      python(null, { num_inference_steps: 25, guidance_scale: 7.5, width: 1024, height: 1024 }),
    ],
    [
      "weights on top of another model",
      fenced(`pipe = FluxPipeline.from_pretrained("others/base-model", torch_dtype=torch.bfloat16)
pipe.load_lora_weights("acme/swift-words", weight_name="lora.safetensors")
pipe("a cat", guidance_scale=3.5)`),
      python(null, { guidance_scale: 3.5 }),
    ],
    [
      "vectors of sentences",
      fenced(`from sentence_transformers import SentenceTransformer
model = SentenceTransformer('acme/swift-words')
print(model.encode(["One sentence", "Another"]))`),
      python("feature-extraction"),
    ],
    [
      "a client of the API",
      fenced(`from huggingface_hub import InferenceClient
client = InferenceClient(provider="hf-inference", api_key="hf_xxx")
client.text_to_image("A fox", model="acme/swift-words", num_inference_steps=4, guidance_scale=0.0)`),
      python("text-to-image", { num_inference_steps: 4, guidance_scale: 0 }),
    ],
    [
      "a chat by a client",
      fenced(`client = InferenceClient("acme/swift-words")
reply = client.chat.completions.create(messages=messages, max_tokens=500, temperature=0.5)`),
      python("conversational", { max_tokens: 500, temperature: 0.5 }),
    ],
    [
      "a session at a prompt, without its answers",
      fenced(`>>> from transformers import pipeline
>>> generator = pipeline('text-generation', model='swift-words')
>>> generator("It's a fine", max_length=30,
...           num_return_sequences=2, top_k=50)
[{'generated_text': "It's a fine (day"}, {'generated_text': 'pipeline("fill-mask")'}]`),
      python("text-generation", { max_length: 30, top_k: 50 }),
    ],
    [
      "transformers.js",
      fenced(
        `import { pipeline } from '@huggingface/transformers';

// Reads /* nothing */ of the "rest
const writer = await pipeline('text2text-generation', 'acme/swift-words', { dtype: 'q8' });
const output = await writer('Write\\'s a word: \${x}', { max_new_tokens: 100, do_sample: true });
// [{ generated_text: "…" }]`,
        "js",
      ),
      javascript("text2text-generation", { max_new_tokens: 100, do_sample: true }),
    ],
    [
      "transformers.js within a function",
      fenced(
        `async function main() {
  const pipe = await pipeline("zero-shot-classification", "acme/swift-words");
  const hypothesis_template = "This text is about {}.";
  return await pipe(text, labels, { multi_label: true, hypothesis_template });
}`,
        "javascript",
      ),
      javascript("zero-shot-classification", { multi_label: true, hypothesis_template: "This text is about {}." }),
    ],
    [
      "huggingface.js",
      fenced(
        `const hf = new InferenceClient(process.env.HF_TOKEN);
await hf.summarization({ model: "acme/swift-words", inputs: "…", parameters: { max_length: 100 } });
await hf.textToImage({ model: "acme/swift-words", inputs: "…", parameters: { guidance_scale: 2 } });`,
        "ts",
      ),
      javascript("summarization", { max_length: 100 }),
    ],
    [
      "huggingface.js for a task of several words",
      fenced('hf.textToImage({ model: "acme/swift-words", parameters: { guidance_scale: 2 } });', "js").replace(
        "hf.",
        "const hf = new HfInference();\nhf.",
      ),
      javascript("text-to-image", { guidance_scale: 2 }),
    ],
    [
      "code without a language",
      fenced("const p = await pipeline('image-to-text', 'acme/swift-words');\nawait p(url);", ""),
      javascript("image-to-text"),
    ],
    [
      "indented code",
      'Usage:\n\n    pipe = pipeline("summarization", model="acme/swift-words")\n\n    pipe(text, num_beams=3)\n\nMore.',
      python("summarization", { num_beams: 3 }),
    ],
    [
      "this model, where another one is called first",
      fenced(`draft = pipeline("translation", "others/model", num_beams=5)
draft(text, num_beams=7)
pipe = pipeline("summarization", "acme/swift-words")
pipe(draft(text), num_beams=2)`),
      python("summarization", { num_beams: 2 }),
    ],
    [
      "this model, which is made of another one",
      fenced(`base = AutoModelForCausalLM.from_pretrained("others/base-model")
model = PeftModel.from_pretrained(base, "acme/swift-words")
base.generate(ids, num_beams=7)
model.generate(ids, num_beams=2)`),
      python(null, { num_beams: 2 }),
    ],
    [
      "a pipeline of another model that this one steers",
      fenced(`steer = ControlNetModel.from_pretrained("acme/swift-words")
pipe = StableDiffusionControlNetPipeline.from_pretrained("others/base-model", controlnet=steer)
pipe("a cat", guidance_scale=3.5)`),
      python(null, { guidance_scale: 3.5 }),
    ],
    [
      "a client that is asked for another model first",
      fenced(`client = InferenceClient("acme/swift-words")
client.translation(text, model="others/model", num_beams=7)
client.summarization(text, num_beams=2)`),
      python("summarization", { num_beams: 2 }),
    ],
    [
      "groups in a group",
      fenced(
        'const hf = new HfInference();\nhf.summarization({ model: "acme/swift-words", parameters: { generate_parameters: { num_beams: 2 } } });',
        "js",
      ),
      javascript("summarization", { num_beams: 2 }),
    ],
    [
      "the first block that runs it",
      [
        fenced("pip install transformers", "bash"),
        fenced("from transformers import AutoModel\nmodel = AutoModel.from_pretrained('acme/swift-words')"),
        fenced('pipeline("summarization", model="acme/swift-words")("text", num_beams=2)'),
        fenced('pipeline("translation", model="acme/swift-words")("text", num_beams=5)'),
      ].join("\n"),
      python("summarization", { num_beams: 2 }),
    ],
    [
      "a fence in a list",
      `1. Run it:\n\n      ${fenced('pipe = pipeline("summarization")').replaceAll("\n", "\n      ")}`,
      python("summarization"),
    ],
  ])("of %s", (_, card, expected) => {
    expect(readIn(card)).toEqual(expected);
  });

  it.each<[string, string]>([
    ["another model", fenced('pipeline("summarization", model="others/model")(text, num_beams=2)')],
    [
      "a client that asks for another model",
      fenced('client = InferenceClient()\nclient.summarization("text", model="others/model")'),
    ],
    ["a shell", fenced('pipeline("summarization")', "bash")],
    ["JSON", fenced('{"pipeline": ("summarization")}', "json")],
    ["a model that is loaded and never run", fenced('model = AutoModel.from_pretrained("acme/swift-words")')],
    ["a tokenizer", fenced('AutoTokenizer.from_pretrained("acme/swift-words")(text, max_length=5)')],
    ["a client that is never asked", fenced("client = InferenceClient()\nclient.get_endpoint_info()")],
    ["a comment", fenced('# pipeline("summarization")')],
    ["a text", fenced("x = 'pipeline(\"summarization\")'")],
    ["a comment of HTML", `<!--\n${fenced('pipeline("summarization")')}-->`],
    ["front matter", `---\nx: |\n    pipeline("summarization")\n---\n`],
    ["a fence that never ends", '```python\npipeline("summarization")'],
    ["a program", fenced(`pipeline("summarization")\n${"x = 1\n".repeat(MAX_CODE_CHARS / 6)}`)],
  ])("is not read of %s", (_, card) => {
    expect(readIn(card)).toBeNull();
  });

  it.each<[string, string, ReadCode["arguments"]]>([
    ["what is computed", "num_beams=2 * 2, top_p=max(0.1, 0.2), temperature=t, top_k=50 if x else 5", {}],
    ["what is put together", 'hypothesis_template=f"About {x} and {}", subtask="pan" + "optic"', {}],
    ["another type", 'num_beams="4", do_sample=1, temperature=None, top_k=2.5, subtask="all"', {}],
    ["what is no finite number", "temperature=1e999, top_k=-1e300, num_beams=123456789", {}],
    ["names that are none of ours", "seed=1, __proto__=3, constructor=4, num_return_sequences=9, toString=1", {}],
    ["a template that is long or holds no label", 'hypothesis_template="no label"', {}],
    ["a dictionary under a name of its own", 'tokenizer_kwargs={"num_beams": 3}', {}],
    ["texts side by side", 'hypothesis_template="This is " "about {}."', { hypothesis_template: "This is about {}." }],
    [
      "texts side by side that are long",
      `hypothesis_template=${'"{} and so on, "'.repeat(30)}, num_beams=2`,
      { num_beams: 2 },
    ],
    ["a text beside what is put together", 'hypothesis_template="{}" f"{x}", num_beams=2', { num_beams: 2 }],
    ["a group", 'generate_kwargs={"num_beams": 3, "__proto__": {"x": 1}}', { num_beams: 3 }],
    ["a call in a call", "callback=log(num_beams=7), num_beams=2", { num_beams: 2 }],
    [
      "a sign",
      "length_penalty=-2, temperature=+1, guidance_scale=--3",
      {
        length_penalty: -2,
        temperature: 1,
        guidance_scale: 3,
      },
    ],
  ])("has of its arguments %s", (_, written, expected) => {
    const read = readInference(`pipe = pipeline("summarization")\npipe(text, ${written})`, "python", () => true);
    expect(read?.arguments).toEqual(expected);
    expect(Object.getPrototypeOf(read?.arguments)).toBe(Object.prototype);
  });

  it.each<[string, string]>([
    ["adds to it", "n += 5"],
    ["multiplies it", "n **= 2"],
    ["divides it", "n //= 2"],
    ["loops over it", "for i, n in enumerate(x): pass"],
    ["changes a place in it", 'more = n\nmore["num_beams"] = 6\nn = more["num_beams"]'],
    ["gives a list of values to it and another", "i, n = 1, 9"],
    ["gives a list of values to another and it", "n, i = 9, 1"],
    ["gives it and another a value", "i = n = f(9)"],
    ["says its type", "n: int = 9"],
  ])("has no argument under a name once the code %s", (_, done) => {
    const code = `pipe = pipeline("summarization")\nn = 2\n${done}\npipe(text, num_beams=n, top_k=4)`;
    expect(readInference(code, "python", () => true)?.arguments).toEqual({ top_k: 4 });
  });

  it("has none of a dictionary that is changed", () => {
    const code = 'pipe = pipeline("summarization")\na = {"num_beams": 2}\na["num_beams"] = 6\npipe(text, **a, top_k=4)';
    expect(readInference(code, "python", () => true)?.arguments).toEqual({ top_k: 4 });
  });

  it("has those under names that are only looked at", () => {
    const code = 'pipe = pipeline("summarization")\nn = 2\nif n == 2 and n <= 3: print(n)\npipe(text, num_beams=n)';
    expect(readInference(code, "python", () => true)?.arguments).toEqual({ num_beams: 2 });
  });

  it("has no task that is too long to be one", () => {
    const task = '"summarization" '.repeat(40);
    expect(readInference(`pipeline(${task})`, "python", () => true)).toEqual({ task: null, arguments: {} });
  });

  it.each([
    ["hf_", "a".repeat(30)],
    ["hf_", `${"a".repeat(15)}\u200b${"b".repeat(15)}`],
    ["api_org_", "a".repeat(30)],
    ["sk-", "a".repeat(30)],
    ["ghp_", "a".repeat(36)],
    ["github_pat_", "a".repeat(36)],
    ["eyJ", `${"a".repeat(17)}.abc.def`],
  ])("keeps the text as it stands there, without tokens and signs that nobody sees: %s", (begin, rest) => {
    const code = `pipe = pipeline("summarization", token="${begin}${rest}")\nif x:\n\tpipe(text)  # \u202eevil\u200b`;
    expect(readCode(fenced(`\n${code}\n`), ID)?.code).toBe(
      `pipe = pipeline("summarization", token="${begin}…")\nif x:\n\tpipe(text)  # evil`,
    );
  });
});

const marks = fc.constantFrom(
  ..."( ) [ ] { } , . = ** ... => - not await ; : ' \" ''' \"\"\" ` # // /* */ \\ \n $ é 1 .5 1e9 0x1 _".split(" "),
  " ",
  "\n",
);
const words = fc.constantFrom(
  ..."pipeline from_pretrained AutoModel InferenceClient generate model task x __proto__ True null f'{x}' 'summarization'".split(
    " ",
  ),
);
const anyCode = fc
  .array(fc.oneof(marks, words, fc.string({ unit: "binary", maxLength: 4 })), { maxLength: 200 })
  .map((parts) => parts.join(""));

describe("a reader of code", () => {
  it("takes whatever a card holds, and looks at each token a bounded number of times", () => {
    fc.assert(
      fc.property(anyCode, fc.constantFrom(...CODE_LANGUAGES), (code, language) => {
        const tokens = tokensOf(code, language);
        expect(tokens.length).toBeLessThanOrEqual(code.length);
        const read = new Map<number, number>();
        const watched = new Proxy(tokens, {
          get: (target, key) => {
            if (typeof key === "string" && /^\d+$/.test(key)) read.set(Number(key), (read.get(Number(key)) ?? 0) + 1);
            return Reflect.get(target, key);
          },
        });
        const calls: CodeCall<object>[] = [];
        readCalls<object>(watched, (call) => {
          calls.push(call);
          return undefined;
        });
        expect(Math.max(0, ...read.values())).toBeLessThan(200);
        for (const { path, positional, named } of calls) {
          expect(path.length).toBeLessThanOrEqual(8);
          expect(positional.length).toBeLessThanOrEqual(32);
          expect(named.size).toBeLessThanOrEqual(32);
        }
        readInference(code, language, () => true);
        // What is read can be stored, whatever it is: a page that cannot be read would end the crawl.
        for (const card of [code, fenced(code, language)]) {
          const page = { kind: "cards", asked: 1, cards: [{ id: ID, ...readCard(card, ID) }] };
          expect(crawlPage.parse(JSON.parse(JSON.stringify(page)))).toEqual(page);
        }
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ["brackets", "(".repeat(MAX_CODE_CHARS)],
    ["calls", "f(".repeat(MAX_CODE_CHARS / 2)],
    ["dictionaries", "{a:".repeat(MAX_CODE_CHARS / 3)],
    ["members", "a.".repeat(MAX_CODE_CHARS / 2)],
    ["signs", "-".repeat(MAX_CODE_CHARS)],
    ["texts", '"" '.repeat(MAX_CODE_CHARS / 3)],
    ["quotes", "'''".repeat(MAX_CODE_CHARS / 3)],
    ["comments", "/*".repeat(MAX_CODE_CHARS / 2)],
    ["arguments", `f(${"a=1,".repeat(MAX_CODE_CHARS / 4 - 1)})`],
  ])("does no more than look at each of %s without end", (_, code) => {
    for (const language of CODE_LANGUAGES) {
      const tokens = tokensOf(code, language);
      let looks = 0;
      const watched = new Proxy(tokens, {
        get: (target, key) => {
          looks += 1;
          return Reflect.get(target, key);
        },
      });
      readCalls<object>(watched, () => undefined);
      expect(looks).toBeLessThan(100 * (tokens.length + 1));
    }
  });

  it("looks at a bounded number of the values that dictionaries hold in each other", () => {
    const groups = "a = {'parameters': a, 'generate_kwargs': a}\n".repeat(60);
    const code = `a = {}\n${groups}m = pipeline('summarization', **a)\nm('t', parameters=a, num_beams=2)`;
    expect(readInference(code, "python", () => true)).toEqual({ task: "summarization", arguments: {} });
  });

  it("reads what is in brackets up to a depth, and goes on behind it", () => {
    const deep = `${"(".repeat(40)}pipeline("translation")${")".repeat(40)}`;
    const code = `x = ${deep}\npipe = pipeline("summarization", y=${deep})\npipe(z, num_beams=3)`;
    expect(readInference(code, "python", () => true)).toEqual({ task: "summarization", arguments: { num_beams: 3 } });
  });
});
