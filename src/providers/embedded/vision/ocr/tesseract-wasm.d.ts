/** The package's exports map leads to no types; these are the parts used, as of 0.11.0. */
declare module "tesseract-wasm" {
  export interface BoxItem {
    /** Pixels from the top left. */
    readonly rect: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };
    /** Of `layoutFlags`. */
    readonly flags: number;
  }

  export const layoutFlags: { readonly StartOfLine: number; readonly EndOfLine: number };

  export interface TextItem extends BoxItem {
    /** From 0 to 1. */
    readonly confidence: number;
    readonly text: string;
  }

  export interface OCREngine {
    destroy(): void;
    loadModel(model: Uint8Array): void;
    /** After a language is loaded, which sets all of them. @throws for a name that there is not */
    setVariable(name: string, value: string): void;
    /** RGBA; `data` must be the whole of its buffer. */
    loadImage(image: { readonly data: Uint8ClampedArray; readonly width: number; readonly height: number }): void;
    clearImage(): void;
    getBoundingBoxes(unit: "line" | "word"): BoxItem[];
    getTextBoxes(unit: "line" | "word"): TextItem[];
    /** How far the page is turned clockwise, in quarter turns. */
    getOrientation(): { readonly rotation: number; readonly confidence: number };
  }

  export function createOCREngine(options: { readonly wasmBinary: Uint8Array }): Promise<OCREngine>;
}
