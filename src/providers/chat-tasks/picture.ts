import { AppError } from "../../domain/errors.ts";
import { readJpegHeader } from "../embedded/vision/decode/jpeg-header.ts";
import { checkSize } from "../embedded/vision/decode/limits.ts";
import { readPngHeader } from "../embedded/vision/decode/png.ts";
import { type ImageFormat, imageFormat } from "../embedded/vision/decode/sniff.ts";
import { swapsSides } from "../embedded/vision/orient.ts";
import type { Size } from "../embedded/vision/raster.ts";
import { MAX_ENCODED_INPUT_BYTES, oneInput } from "../inputs.ts";
import type { ExpertResult, Inputs } from "../provider.ts";

/** The material where the picture is all of it. */
export const PICTURE_ALONE = { picture: "the one of this message" } as const;

export interface PromptPicture {
  /** A data URL. */
  readonly url: string;
  /** In pixels, turned as its EXIF data asks. */
  readonly size: Size;
  readonly isTurned: boolean;
}

const TURNED =
  "The picture is stored on its side and turned by its EXIF data; a model that saw it unturned gives other boxes.";

/** The notes on boxes that a model found in the picture. */
export const notesOnBoxes = ({ isTurned }: PromptPicture): Pick<ExpertResult, "notes"> =>
  isTurned ? { notes: [TURNED] } : {};

/**
 * The picture at a port, as chat models take it. Its format is recognized by its content.
 * @throws {AppError} `unsupported-input` when it is missing or of another format, `unreadable-resource` when it is
 * broken, `resource-too-large`.
 */
export async function readPicture(inputs: Inputs, port: string, maxBytes: number | null): Promise<PromptPicture> {
  const value = oneInput(inputs, port);
  const bytes = await value.bytes(Math.min(MAX_ENCODED_INPUT_BYTES, maxBytes ?? MAX_ENCODED_INPUT_BYTES));
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
