/** What a model is given. Binding and REST want files in different ways, so that these are told apart here. */
export type RunInput =
  | { readonly as: "json"; readonly json: Readonly<Record<string, unknown>> }
  /** A file and nothing else: a list of bytes under `field` for the binding, the body as it is for REST. */
  | { readonly as: "bytes"; readonly field: string; readonly bytes: Uint8Array }
  /** A file with its type and parameters: `{body, contentType}` under `field`, or the body and a query for REST. */
  | {
      readonly as: "file";
      readonly field: string;
      readonly bytes: Uint8Array;
      readonly mediaType: string;
      readonly parameters: Readonly<Record<string, boolean | string>>;
    }
  | { readonly as: "form"; readonly form: FormData };

/** What a model gave, and what Cloudflare says that it cost; null where it does not say. */
export interface RunAnswer {
  readonly body:
    | { readonly as: "json"; readonly json: unknown }
    | { readonly as: "bytes"; readonly bytes: Uint8Array; readonly mediaType: string | null };
  readonly neurons: number | null;
}

/** Runs a model once. @throws {AppError} for every failure; nothing in it comes from the other side. */
export type Run = (model: string, input: RunInput, signal: AbortSignal) => Promise<RunAnswer>;

/** 8 MB of pictures or sound in base64, and what JSON is around them. */
export const MAX_ANSWER_BYTES = 11 * 1024 * 1024;
