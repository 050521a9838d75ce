import { type ExpertEntry, NOTHING_LEARNT } from "../expert.ts";
import { READ_PIECES, READER } from "../text/entries.ts";
import { DECODE_BUDGET_BYTES, PICTURE_WORK } from "./decode/limits.ts";

/**
 * Peak of one call: a picture that takes the decoder's whole budget, or 2.5 megapixels in the OCR engine;
 * measured in docs/experts/vision.md. Two at once would gain nothing, as an isolate computes one thing at a time.
 */
const CALL_BYTES = DECODE_BUDGET_BYTES + 4 * 1024 * 1024;

/** Of the picture as it is in the file; of a text beside it. */
const WORK = {
  ...PICTURE_WORK,
  characters: { most: 200_000, perTurn: 20_000 },
} as const;

/** Of a page besides. What pdf.js and the OCR engine do with it is counted by their own meters. */
const PAGE_WORK = {
  ...WORK,
  // Of the lines of one look at a page, at the height that the engine reads them: a page of small print has 100,000.
  columns: { most: 200_000, perTurn: 1_000 },
} as const;

/** The file with tesseract's knowledge of English, as it is served. */
const TESSERACT_ENGLISH_BYTES = 2_952_873;
/** Of its network: a convolution of 16, four layers of LSTM with 64, 96, 96 and 512 units, and 111 classes. */
const TESSERACT_WEIGHTS = 1_461_007;
/** Of a network for pictures: as many as 30 to 50 ms take. How many there are depends on the network alone, and not on the picture. */
const NETWORK_WORK = {
  ...WORK,
  multiplications: { most: 4_000_000_000, perTurn: 100_000_000 },
} as const;

/** SSDLite with MobileNetV2, as it is served. */
const DETECTOR = { parameters: 4_508_632, bytes: 5_048_776, languages: [] };

const detector = {
  model: "ssdlite-mobilenet-v2",
  licence: "Apache-2.0",
  grade: "stand-in",
  memoryBytes: CALL_BYTES,
  work: NETWORK_WORK,
} as const;

const filters = {
  model: "image-js",
  description:
    "Image filters, exact and nothing else: blur, sharpen, greyscale, sepia, invert, brightness, contrast, rotate, flip, resize, crop, thumbnail, edges. Large photos are worked on at 2 megapixels. Refuses any other instruction.",
  licence: "MIT",
  grade: "full",
  stated: NOTHING_LEARNT,
  memoryBytes: CALL_BYTES,
  work: WORK,
  load: async () => (await import("./image-editing.ts")).expert,
} as const;

/** What the Worker itself can do with pictures and documents. */
export const VISION_EXPERTS: readonly ExpertEntry[] = [
  {
    model: "impresario/document-text",
    taskType: "optical-character-recognition",
    description:
      "Tesseract 5 with English, or the text that a PDF, office document, web page or e-mail holds itself: print in PNG, JPEG, WebP and PDF, from about 10 pixels a line, turned or under uneven light too; Word, PowerPoint, OpenDocument, HTML, .eml. No handwriting, no other scripts.",
    licence: "Apache-2.0",
    grade: "full",
    stated: { parameters: TESSERACT_WEIGHTS, bytes: TESSERACT_ENGLISH_BYTES, languages: ["en"] },
    memoryBytes: CALL_BYTES,
    work: PAGE_WORK,
    load: async () => (await import("./read-document.ts")).expert,
  },
  {
    model: "impresario/document-answers",
    taskType: "document-question-answering",
    description:
      "Tesseract or the document's own text, then the words that answer, or their sentence, as `impresario/minilm-answers` marks them. English; no reasoning, no sight of figures.",
    licence: "MIT AND Apache-2.0",
    grade: "stand-in",
    stated: {
      parameters: TESSERACT_WEIGHTS + READER.parameters,
      bytes: TESSERACT_ENGLISH_BYTES + READER.bytes,
      languages: ["en"],
    },
    memoryBytes: CALL_BYTES,
    work: { ...PAGE_WORK, pieces: { ...READ_PIECES, most: 15_000 } },
    load: async () => (await import("./document-question-answering.ts")).expert,
  },
  {
    ...detector,
    taskType: "object-detection",
    description:
      "SSDLite with MobileNetV2, a small detector: finds and counts things of the 80 kinds of COCO (people, vehicles, animals, furniture, food, household goods). Misses small things and crowds; takes what it does not know for what it knows.",
    stated: DETECTOR,
    load: async () => (await import("./object-detection.ts")).expert,
  },
  {
    ...detector,
    taskType: "visual-question-answering",
    description:
      "The same small detector, for questions whether things of its 80 kinds are in a picture, and how many. Refuses any other question.",
    stated: { ...DETECTOR, languages: ["en"] },
    load: async () => (await import("./visual-question-answering.ts")).expert,
  },
  {
    model: "movenet-lightning",
    taskType: "pose-detection",
    description:
      "MoveNet Lightning on each person that the small detector finds, eight at the most: the skeletons in colours on black, as ControlNet expects them. No hands, no faces beyond eyes and ears.",
    licence: "Apache-2.0",
    grade: "stand-in",
    stated: { parameters: DETECTOR.parameters + 2_324_236, bytes: DETECTOR.bytes + 2_636_928, languages: [] },
    memoryBytes: CALL_BYTES,
    work: NETWORK_WORK,
    load: async () => (await import("./pose-detection.ts")).expert,
  },
  {
    model: "canny",
    taskType: "canny-control",
    description:
      "Canny edge detection as ControlNet expects it; found at up to 0.8 megapixels, drawn at the image's own size.",
    licence: "MIT",
    grade: "full",
    stated: NOTHING_LEARNT,
    memoryBytes: CALL_BYTES,
    work: WORK,
    load: async () => (await import("./canny-control.ts")).expert,
  },
  { ...filters, taskType: "image-to-image" },
  { ...filters, taskType: "image-editing" },
  {
    model: "jsqr",
    taskType: "barcode-reading",
    description: "QR codes, up to eight in an image. No other kinds of barcode.",
    licence: "Apache-2.0",
    grade: "full",
    stated: NOTHING_LEARNT,
    memoryBytes: CALL_BYTES,
    work: WORK,
    load: async () => (await import("./barcode-reading.ts")).expert,
  },
];
