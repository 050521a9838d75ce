import * as z from "zod";
import { AppError } from "../domain/errors.ts";
import { parsedJson } from "../domain/json.ts";
import type { Inputs, InputValue } from "./provider.ts";

/** All inputs of a request in JSON: they exist as bytes, base64, JSON and encoded body at once, in an isolate of 128 MB. */
export const MAX_ENCODED_INPUT_BYTES = 8 * 1024 * 1024;
/** One byte of an input that is sent in JSON is one of bytes and four thirds each of base64, JSON and encoded body. */
export const ENCODED_COPIES = 5;

/** The bytes of all inputs together. */
export const sizeOf = (inputs: Inputs): number =>
  Object.values(inputs)
    .flat()
    .reduce((sum, { size }) => sum + size, 0);

/** The first value at a port. @throws {AppError} `unsupported-input` when there is none. */
export function oneInput(inputs: Inputs, port: string): InputValue {
  const value = inputs[port]?.[0];
  if (value === undefined) throw missing(port);
  return value;
}

const missing = (port: string): AppError =>
  new AppError("unsupported-input", `The input "${port}" is missing or empty.`);

/** Servers recognize formats by the file's name. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  jpeg: "jpg",
  mpeg: "mp3",
  mp4: "m4a",
  "x-m4a": "m4a",
  "x-wav": "wav",
  wave: "wav",
  "vnd.wave": "wav",
  "x-flac": "flac",
};

/**
 * The picture or recording at a port, whole and under a neutral name: the names of people's files are not passed on.
 * @throws {AppError} `unsupported-input` for a file of another kind, such as a PDF; `resource-too-large`
 */
export async function fileAt(inputs: Inputs, port: string, base: "image" | "audio", maxBytes: number): Promise<File> {
  const value = oneInput(inputs, port);
  const { mediaType } = value;
  const [, ofBase, format = ""] = /^(image|audio)\/([\w.+-]+)$/.exec(mediaType) ?? [];
  if (ofBase !== base) {
    const takes = base === "image" ? "looks at pictures" : "listens to recordings";
    throw new AppError("unsupported-input", `This model ${takes}; "${port}" is ${mediaType.slice(0, 60)}.`);
  }
  const name = `${base === "image" ? "picture" : "recording"}.${EXTENSIONS[format] ?? format}`;
  return new File([new Uint8Array(await value.bytes(maxBytes))], name, { type: mediaType });
}

/** Of a wish: a language, a style. */
const MAX_NAME_CHARS = 100;
export const MAX_LABEL_CHARS = 200;
/** Labels to choose from, or texts to compare; with more of them models lose count. */
const MAX_LISTED = 200;

/** The inputs of a task as texts, each of a bounded number of bytes. @throws {AppError} also `resource-too-large` */
export class TextInputs {
  readonly #inputs: Inputs;
  readonly #maxBytes: number;

  constructor(inputs: Inputs, maxBytes: number) {
    this.#inputs = inputs;
    this.#maxBytes = maxBytes;
  }

  /** The text at a port; null when it is missing or blank. */
  async optional(port: string): Promise<string | null> {
    const text = (await this.#inputs[port]?.[0]?.text(this.#maxBytes)) ?? "";
    return text.trim() === "" ? null : text;
  }

  /** As `optional`. @throws {AppError} `unsupported-input` when it is missing or blank. */
  async one(port: string): Promise<string> {
    const text = await this.optional(port);
    if (text === null) throw missing(port);
    return text;
  }

  /** As `optional`, for a word or two, without the blanks around them. */
  async optionalName(port: string): Promise<string | null> {
    const name = (await this.optional(port))?.trim() ?? null;
    if (name === null || name.length <= MAX_NAME_CHARS) return name;
    throw new AppError("unsupported-input", `The input "${port}" is a name of at most ${MAX_NAME_CHARS} characters.`);
  }

  /** All texts of a port that takes several. @throws {AppError} `unsupported-input` where there is none. */
  async many(port: string): Promise<readonly string[]> {
    const values = this.#inputs[port] ?? [];
    if (values.length === 0) throw missing(port);
    checkCount(port, values.length);
    return Promise.all(values.map((value) => value.text(this.#maxBytes)));
  }

  /**
   * The labels to choose from, each but once: a JSON list, or texts parted by commas, semicolons or line ends. Null when the port is missing or blank.
   * @throws {AppError} `unsupported-input` for a list of something else, or with nothing in it.
   */
  async optionalLabels(port = "labels"): Promise<string[] | null> {
    const text = await this.optional(port);
    if (text === null) return null;
    const labels = [...new Set(listedIn(text).map((label) => label.trim()))].filter((label) => label !== "");
    if (labels.length === 0) throw missing(port);
    if (labels.some((label) => label.length > MAX_LABEL_CHARS)) {
      const why = `A label of the input "${port}" has more than ${MAX_LABEL_CHARS} characters.`;
      throw new AppError("unsupported-input", why);
    }
    checkCount(port, labels.length);
    return labels;
  }

  /** As `optionalLabels`. @throws {AppError} `unsupported-input` where there are none. */
  async labels(port = "labels"): Promise<string[]> {
    const labels = await this.optionalLabels(port);
    if (labels === null) throw missing(port);
    return labels;
  }
}

function checkCount(port: string, count: number): void {
  if (count <= MAX_LISTED) return;
  throw new AppError("resource-too-large", `At most ${MAX_LISTED} values fit the input "${port}"; these are ${count}.`);
}

/** As people list them, or as another task gives them. */
const LabelList = z.array(z.union([z.string(), z.object({ label: z.string() }).transform(({ label }) => label)]));

const PARTED = /[,;\n]/;

function listedIn(text: string): readonly string[] {
  const json = /^\s*[[{"]/.test(text) ? parsedJson(text) : undefined;
  if (json === undefined) return text.split(PARTED);
  if (typeof json === "string") return json.split(PARTED);
  const list = LabelList.safeParse(json);
  if (list.success) return list.data;
  throw new AppError("unsupported-input", "Labels are a list of texts, or texts parted by commas.");
}
