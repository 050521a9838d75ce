import * as z from "zod";
import { AppError } from "../../domain/errors.ts";
import { readJpegHeader } from "../embedded/vision/decode/jpeg-header.ts";
import { checkSize } from "../embedded/vision/decode/limits.ts";
import { readPngHeader } from "../embedded/vision/decode/png-header.ts";
import { type ImageFormat, imageFormat } from "../embedded/vision/decode/sniff.ts";
import { swapsSides } from "../embedded/vision/orient.ts";
import type { Size } from "../embedded/vision/raster.ts";
import { MAX_ENCODED_INPUT_BYTES, oneInput } from "../inputs.ts";
import type { Inputs, InputValue } from "../provider.ts";
import { type ChatLimits, maxTextBytes } from "./chat-task.ts";

/** Of a wish: a language, a style. */
const MAX_NAME_CHARS = 100;
export const MAX_LABEL_CHARS = 200;
/** Labels to choose from, or texts to compare; with more of them models lose count. */
const MAX_LISTED = 200;

/**
 * The text at a port that takes one.
 * @throws {AppError} `unsupported-input` when it is missing or blank, `resource-too-large` when it cannot fit.
 */
export async function readText(inputs: Inputs, port: string, limits: ChatLimits): Promise<string> {
  const text = await readOptionalText(inputs, port, limits);
  if (text === undefined) throw new AppError("unsupported-input", `The input "${port}" is missing or empty.`);
  return text;
}

/** As `readText`, but undefined when it is missing or blank. */
export async function readOptionalText(inputs: Inputs, port: string, limits: ChatLimits): Promise<string | undefined> {
  const text = await inputs[port]?.[0]?.text(maxTextBytes(limits));
  return text === undefined || text.trim() === "" ? undefined : text;
}

/** As `readOptionalText`, for a word or two. */
export async function readOptionalName(inputs: Inputs, port: string, limits: ChatLimits): Promise<string | undefined> {
  const name = (await readOptionalText(inputs, port, limits))?.trim();
  if (name !== undefined && name.length > MAX_NAME_CHARS) {
    throw new AppError("unsupported-input", `The input "${port}" is a name of at most ${MAX_NAME_CHARS} characters.`);
  }
  return name;
}

/** As `readText`, for a port that takes several. */
export async function readTexts(inputs: Inputs, port: string, limits: ChatLimits): Promise<readonly string[]> {
  const values = inputs[port] ?? [];
  if (values.length === 0) throw new AppError("unsupported-input", `The input "${port}" is missing.`);
  checkCount(port, values.length);
  return Promise.all(values.map((value: InputValue) => value.text(maxTextBytes(limits))));
}

/**
 * Labels to choose from: a JSON list of texts, or texts parted by commas, semicolons or line ends. Each but once,
 * `undefined` when there are none.
 * @throws {AppError} `unsupported-input`, `resource-too-large`.
 */
export async function readLabels(
  inputs: Inputs,
  port: string,
  limits: ChatLimits,
): Promise<readonly string[] | undefined> {
  const text = await readOptionalText(inputs, port, limits);
  if (text === undefined) return undefined;
  const labels = [...new Set(listedIn(text).map((label) => label.trim()))].filter((label) => label !== "");
  if (labels.length === 0) throw new AppError("unsupported-input", `The input "${port}" names no labels.`);
  if (labels.some((label) => label.length > MAX_LABEL_CHARS)) {
    throw new AppError(
      "unsupported-input",
      `A label of the input "${port}" has more than ${MAX_LABEL_CHARS} characters.`,
    );
  }
  checkCount(port, labels.length);
  return labels;
}

const PARTED = /[,;\n]/;
/** As people list them, or as another task gives them. */
const LabelList = z.array(z.union([z.string(), z.object({ label: z.string() }).transform(({ label }) => label)]));

function listedIn(text: string): readonly string[] {
  const json = parse(text);
  if (json === undefined) return text.split(PARTED);
  if (typeof json === "string") return json.split(PARTED);
  const list = LabelList.safeParse(json);
  if (list.success) return list.data;
  throw new AppError("unsupported-input", "Labels are a list of texts, or texts parted by commas.");
}

/** `undefined` for a text that is no JSON list, object or text. */
function parse(text: string): unknown {
  if (!/^\s*[[{"]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function checkCount(port: string, count: number): void {
  if (count <= MAX_LISTED) return;
  throw new AppError("resource-too-large", `At most ${MAX_LISTED} values fit the input "${port}"; these are ${count}.`);
}

/** The material where the picture is all of it. */
export const PICTURE_ALONE = { picture: "the one of this message" } as const;

export interface PromptPicture {
  /** A data URL. */
  readonly url: string;
  /** In pixels, turned as its EXIF data asks. */
  readonly size: Size;
  readonly isTurned: boolean;
}

/**
 * The picture at a port, as chat models take it. Its format is recognized by its content.
 * @throws {AppError} `unsupported-input` when it is missing or of another format, `unreadable-resource` when it is
 * broken, `resource-too-large`.
 */
export async function readPicture(inputs: Inputs, port: string, limits: ChatLimits): Promise<PromptPicture> {
  const value = oneInput(inputs, port);
  const bytes = await value.bytes(Math.min(MAX_ENCODED_INPUT_BYTES, limits.maxInputBytes ?? MAX_ENCODED_INPUT_BYTES));
  const format = imageFormat(bytes);
  if (format === null) {
    throw new AppError(
      "unsupported-input",
      `"${value.name}" cannot be shown to this model, which takes PNG, JPEG and WebP pictures. Send a document's pages as such.`,
    );
  }
  const header = await HEADERS[format](bytes);
  checkSize(header);
  const { width, height, orientation } = header;
  return {
    url: `data:image/${format};base64,${bytes.toBase64()}`,
    size: swapsSides(orientation) ? { width: height, height: width } : { width, height },
    isTurned: orientation !== 1,
  };
}

type Orientation = Parameters<typeof swapsSides>[0];
type ReadHeader = (bytes: Uint8Array) => Promise<Size & { readonly orientation: Orientation }>;

const HEADERS: Readonly<Record<ImageFormat, ReadHeader>> = {
  png: async (bytes) => readPngHeader(bytes),
  jpeg: async (bytes) => readJpegHeader(bytes),
  // Its file brings a decoder along, which Node cannot load as the Worker does.
  webp: async (bytes) => (await import("../embedded/vision/decode/webp.ts")).readWebpHeader(bytes),
};
