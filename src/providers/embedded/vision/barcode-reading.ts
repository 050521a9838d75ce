import type { JsonValue } from "../../../domain/json.ts";
import { oneInput } from "../../inputs.ts";
import type { EmbeddedExpert } from "../expert.ts";
import { decodeImage } from "./decode/decode-image.ts";
import { MAX_IMAGE_BYTES } from "./decode/limits.ts";
import { findCodes, SEARCH_PIXELS, wordsOfCode } from "./qr-codes.ts";

/** Reads the QR codes in a picture; finding none is a result, not an error. */
export const expert: EmbeddedExpert = {
  async run(call, { work }) {
    const input = oneInput(call.inputs, "image");
    const { raster, original } = await decodeImage(await input.bytes(MAX_IMAGE_BYTES), SEARCH_PIXELS[2], work);
    const codes = await findCodes(raster, work);
    const scale = { x: original.width / raster.width, y: original.height / raster.height };
    const data: JsonValue = codes.map(({ text, corners }) => ({
      format: "qr-code",
      text,
      corners: corners.map(({ x, y }) => ({ x: Math.round(x * scale.x), y: Math.round(y * scale.y) })),
    }));
    return {
      outputs: {
        text: {
          as: "text",
          text:
            codes.length > 0
              ? codes.map(({ text }) => wordsOfCode(text)).join("\n")
              : "No QR code was found in the image.",
        },
        codes: { as: "data", data },
      },
      notes: codes.length === 0 ? ["No QR code was found; other kinds of barcode are not read."] : [],
    };
  },
};
