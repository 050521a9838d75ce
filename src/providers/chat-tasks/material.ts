import type { JsonObject } from "../../domain/json.ts";

/**
 * Where the marks begin by which chat templates part turns: "<|im_end|>", "<start_of_turn>", "</s>", DeepSeek's
 * "<｜User｜>", "[INST]". Servers that render a template take them for real wherever they stand.
 */
const TEMPLATE_MARK = /<(?=[|｜/A-Za-z])|\[(?=\/?[A-Z_]+\])/g;

const escapeLetter = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** Material as one JSON text that nothing within can end, neither for a reader of JSON nor for a chat template. */
export const asMaterial = (material: JsonObject): string =>
  // Outside its texts this JSON has no "<", and "[" only before a value, which no capital letter begins.
  JSON.stringify(material).replaceAll(TEMPLATE_MARK, escapeLetter);

/** A part of material that may be missing. */
export const given = (name: string, value: string | undefined): JsonObject =>
  value === undefined ? {} : { [name]: value };
