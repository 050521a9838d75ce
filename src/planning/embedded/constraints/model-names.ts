/** Families of models whose names are no everyday words: naming one is speaking of a model. */
const PLAIN =
  "wav2vec(?: ?2)?|wavlm|speech ?t5|seamless ?m4t|nllb|m2m[- ]?100|madlad|opus[- ]mt|marian ?mt|m?t5|byt5|flan[- ]t5|mbart|" +
  "distil(?:bert|roberta|bart|gpt2|whisper)|xlm[- ]?(?:r|roberta)|(?:mobile|tiny|bio|fin|sci|legal|modern)bert|deberta|minilm|mpnet|sbert|bge(?=-)|e5(?=-)|" +
  "mixtral|pixtral|ministral|codestral|qwen|qwq|gpt[- ]oss|gpt[- ](?:j|neox?)|code[- ]?llama|tiny[- ]?llama|llava|pali ?gemma|moondream|smol(?:lm|vlm)|intern(?:vl|lm)|minicpm|nemotron|olmoe?|glm-?(?=\\d)|kimi(?=[- ]k\\d)|vicuna|exaone|jamba|idefics|cogvlm|dall[- ]?e(?=[- ]?\\d)|midjourney|styletts|starcoder|stable ?lm|wizardlm|deepseek[- ](?:r1|v\\d|coder|vl|chat)|" +
  "gpt[- ]?(?=\\d)|o[134]-(?:mini|preview|pro)|(?:claude|gemini|grok)(?=[- ](?:\\d|(?:sonnet|opus|haiku|instant|pro|flash|ultra|nano)\\b))|command[- ]r|" +
  "stable[- ](?:video[- ])?diffusion|sdxl|sd ?(?:1\\.5|2\\.1|3(?:\\.5)?)|dreamshaper|pixart|kandinsky(?=[- ]?\\d)|instruct[- ]?pix2pix|controlnet|animate ?diff|cogvideox?|hunyuan(?:[- ]?video)?|ltx[- ]video|" +
  "yolo(?:s|x|v?\\d{1,2}[nsmlx]?)?|(?:rt-|rf-|deformable[- ])?detr|segformer|mask2former|oneformer|maskformer|segment[- ]anything|clip ?seg|sig ?lip|grounding[- ]?dino|dinov[23]|owl-?vi?t|depth[- ]anything|zoe ?depth|midas(?=[- ]?v?\\d)|dpt(?=-)|blip|florence[- ]2|trocr|easyocr|paddle ?ocr|layout ?lm|swin(?:v2|2sr|ir)?|convnext|resnet|efficientnet|mobilenet|deit|beit|vit|video ?mae|timesformer|x-clip|real[- ]?esrgan|gfpgan|birefnet|" +
  "kokoro|xtts|parler[- ]tts|music ?gen|audio ?ldm|deep ?filter ?net|demucs|fast ?speech|fast ?pitch|tacotron|tapas(?=-)|tapex";

/** Families with everyday names, and what is asked of such a model: bare, beside other work, "with Bert" is with a friend. */
const EVERYDAY: Readonly<Record<string, RegExp>> = {
  whisper: /transcri|subtitl|speech|recogni|dictat|in writing|type out/,
  parakeet: /transcri|subtitl|speech|recogni|dictat/,
  canary: /transcri|subtitl|speech|recogni|dictat/,
  hubert: /transcri|speech|recogni/,
  bark: /aloud|narrat|speech|voice/,
  llama: /summar|sum up|answer|explain|rewrit|paraphras|translat|classif|shorten|proofread|correct|reply/,
  gemma: /summar|sum up|rewrit|paraphras|translat|classif|shorten|proofread/,
  mistral: /summar|sum up|answer|explain|rewrit|paraphras|translat|classif|shorten|proofread|correct|reply/,
  phi: /summar|sum up|answer|explain|rewrit|paraphras|translat|classif|shorten|proofread|correct/,
  falcon: /summar|sum up|rewrit|paraphras|translat|shorten|proofread/,
  granite: /summar|sum up|rewrit|paraphras|translat|shorten|proofread/,
  zephyr: /summar|sum up|rewrit|paraphras|translat|shorten|proofread/,
  flux: /draw|paint|pictur|image|illustrat|generat|render|photo|sketch|poster|logo/,
  bart: /summar|sum up|shorten|paraphras/,
  pegasus: /summar|sum up|shorten|paraphras/,
  bert: /classif|sentiment|entit|token/,
  roberta: /classif|sentiment|entit|token/,
  sam: /segment|mask|cut out/,
  clip: /classif/,
  donut: /invoice|receipt|document/,
  git: /caption|describ/,
};
/** A pattern of the everyday names. */
export const EVERYDAY_NAME = Object.keys(EVERYDAY).join("|");
/** Persons first, and things: written small, or in capitals alone, they are no models. */
const WRITTEN: Readonly<Record<string, RegExp>> = {
  sam: /^SAM/,
  clip: /^CLIP/,
  bart: /^B/,
  bert: /^B/,
  gemma: /^G/,
  hubert: /^H/,
  roberta: /^R/,
  donut: /^D/,
  git: /^GIT/,
  bark: /^B/,
  falcon: /^F/,
  granite: /^G/,
  pegasus: /^P/,
  zephyr: /^Z/,
  canary: /^C/,
  parakeet: /^P/,
};
/** People are called so: without a verb of using, nothing tells the model. */
const PERSONS = /^(?:sam|bart|bert|gemma|hubert|roberta|clip)$/;

/** Makes of a name an adjective that says something else. */
const ADJECTIVE = "-(?:licen|like|style|based|free|shaped|related)";
/** Goes on a name: "-large-v2", ":8b", ".1-dev"; after a space only what no other word is taken for. */
const JOINED = `(?:\\d\\w{0,24})?(?:(?!${ADJECTIVE})[-.:_]\\w{1,24}){0,8}`;
const COUNTED =
  "times|x|seconds?|secs?|s|minutes?|mins?|hours?|ms|cents?|dollars?|tasks?|steps?|calls?|sentences?|words?|images?|pictures?|languages?|labels?|lines?|points?|percent";
const SPACED = `(?: (?:v?\\d{1,3}(?:\\.\\d{1,2}){0,2}(?:x\\d{1,2})?[bm]?(?! ?(?:${COUNTED}|%)(?![\\w]))|tiny|mini|nano|small|base|medium|large|xl|xxl|huge|turbo|schnell|dev|pro|flash|ultra|sonnet|opus|haiku|instruct|uncased|cased)(?![\\w'/-]|\\.\\d)){0,4}`;
const MAKER = "(?:@?\\w[\\w.-]{1,40}/){1,2}";

/** A model's name: of a known family with what its versions are called, or the maker's and its own with a sign of a version. */
export const MODEL_NAME = `(?:(?:${MAKER})?(?:${PLAIN}|${EVERYDAY_NAME})(?![a-z])${JOINED}${SPACED}|${MAKER}(?=[\\w.]{0,40}[-\\d])[a-z]\\w{0,40}(?:[-.]\\w{1,40}){0,8})(?![\\w/']|${ADJECTIVE})`;

let finder: RegExp | undefined;
let bare: RegExp | undefined;
let known: RegExp | undefined;

/** The models that a phrase names, in its letters and order, each once. */
export function modelsIn(asWritten: string): readonly string[] {
  finder ??= new RegExp(`(?<![\\w'/@.-])${MODEL_NAME}`, "gi");
  return [...new Set([...asWritten.matchAll(finder)].map(([name]) => name))];
}

/** True where a name alone tells a model: no everyday word, or one with a version. */
export const isUnmistakable = (name: string): boolean => familyOf(name) === null;

/** True where it has a family or maker that is known; "acme/thing-2" may be anything. */
export function isOfKnownFamily(name: string): boolean {
  known ??= new RegExp(`(?:^|/)(?:${PLAIN}|${EVERYDAY_NAME})(?![a-z])`, "i");
  return known.test(name);
}

/** Whether an everyday name, as it is written, may be a model's where somebody uses it. */
export function mayBeUsed(name: string): boolean {
  const family = familyOf(name);
  return family === null || (WRITTEN[family]?.test(name) ?? true);
}

/** Whether an everyday name may be meant where no verb of using stands: written as a name, and no person's. */
export function mayStandAlone(name: string): boolean {
  const family = familyOf(name);
  return family === null || (/^[A-Z]/.test(name) && !PERSONS.test(family));
}

/** Whether people are called so as well. */
export function mayBePerson(name: string): boolean {
  const family = familyOf(name);
  return family !== null && PERSONS.test(family);
}

/** Whether an everyday name is of a family that does the work that these words ask for. */
export function fitsWork(name: string, words: string): boolean {
  const family = familyOf(name);
  return family === null || (EVERYDAY[family]?.test(words) ?? false);
}

/** The everyday word that a name is, or null. */
function familyOf(name: string): string | null {
  bare ??= new RegExp(`^(?:${EVERYDAY_NAME})$`);
  // "clip 2" may be the second of them.
  const word = name.toLowerCase().replace(/ \d{1,2}$/, "");
  return bare.test(word) ? word : null;
}

/** What people write with a slash besides models: "and/or", "his/her", the labels of a classification. */
const PAIRS =
  "(?:and/or|either/or|s?he/s?he|s/he|(?:he|she|they)/(?:him|her|them|she|he|they)|(?:his|her|him|their)/(?:his|hers?|him|theirs?|them)|yes/no|true/false|on/off|in(?:put)?/out(?:put)?|i/o|n/a|a/b|pass/fail|up/down|left/right|before/after|good/bad|male/female|men/women|positive/negative|negative/positive|pos/neg|spam/ham|spam/not|hot/cold|passive/active|active/passive|tcp/ip|train/test|question/answer|client/server|read/write)";

/** Maker and name, both more than a letter: "our/sum". */
export const MODEL_ID = `(?!${PAIRS}(?![\\w/-]))[a-z][\\w.-]{0,40}\\w/[a-z](?:[\\w.-]{0,60}\\w)(?![\\w/])`;

/** Benchmarks that people name, with the forms that extend them. */
const KNOWN_BENCHMARK =
  "common[ _-]?voice|librispeech|libri ?light|gigaspeech|ted-?lium|voxpopuli|voxceleb|fleurs|switchboard|ami|earnings-?2[12]|spgispeech|mls|timit|aishell|covost|" +
  "imagenet|coco|ms-?coco|lvis|pascal voc|voc|open ?images|objects365|ade20k|cityscapes|cifar|mnist|places365|kitti|nyu(?: depth)?|flickr30k|nocaps|textcaps|vqa|ok-?vqa|textvqa|gqa|vizwiz|docvqa|infographicvqa|chartqa|funsd|cord|sroie|iam|icdar|ocrbench|mmmu|mmbench|mme|seed-?bench|pope|mathvista|ai2d|rvl-cdip|publaynet|div2k|ffhq|geneval|drawbench|" +
  "glue|superglue|mmlu|hellaswag|arc|truthfulqa|winogrande|gsm8k|big-?bench|bbh|human-?eval|mbpp|ifeval|mt-?bench|alpaca ?eval|lm(?:sys)?(?: chatbot)? arena|chatbot arena|helm|squad|sst|mnli|snli|xnli|stsb?|sts-?b|qqp|mrpc|cola|rte|boolq|natural questions|triviaqa|hotpotqa|ms ?marco|beir|mteb|cnn/?(?: ?daily ?mail)|xsum|samsum|multi-?news|wmt|flores|opus|iwslt|conll|ontonotes|wnut|wikiann|imdb|yelp|ag ?news|tweet ?eval|financial phrasebank|wikitable(?:questions)?|wtq|tabfact|sqa|wikisql|spider|kinetics|ucf-?101|something-something|ssv2|audioset|esc-?50|urbansound(?:8k)?|speech commands|iemocap|superb|dns(?: challenge)?|voicebank|wham|librimix|musdb|vbench|msr-?vtt";
const BENCHMARK_FORM =
  "(?:[- _]?(?:v?\\d+(?:\\.\\d+)?[a-z]?|english|german|french|spanish|portuguese|dutch|italian|polish|chinese|test-clean|test-other|test(?! ?set)|clean|other|dev|val|large|pro|plus|en|de|fr|es|pt|[a-z]{2}-[a-z]{2}|karpathy|test2017|val2017|zero-shot|detection|captions|daily ?mail))";

export const BENCHMARK_NAME = `(?:${KNOWN_BENCHMARK})${BENCHMARK_FORM}{0,3}(?![\\w-])`;
