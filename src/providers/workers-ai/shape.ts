import * as z from "zod";
import { AppError } from "../../domain/errors.ts";
import type { TaskType } from "../../domain/task-types/index.ts";
import { addMeasured, type Measured } from "../../domain/usage.ts";
import { shaped } from "../answers/failures.ts";
import { measuredIn } from "../answers/measured.ts";
import type { ChatLimits } from "../chat-tasks/chat-task.ts";
import { ENCODED_COPIES, type TextInputs } from "../inputs.ts";
import { draftOf, fromEncoded } from "../media/drafts.ts";
import type { ExpertResult, Inputs, OutputDraft } from "../provider.ts";
import type { RunAnswer, RunInput } from "./run.ts";

export type MeasuredResult = ExpertResult & { readonly usage: Measured };

/** One call of a model, as its shape sees it. */
export interface ShapedCall {
  readonly model: string;
  readonly type: TaskType;
  readonly inputs: Inputs;
  readonly texts: TextInputs;
  /** The model's limits, from the catalogue. */
  readonly limits: ChatLimits;
  /** Most bytes of one input. */
  readonly maxInputBytes: number;
  run(input: RunInput): Promise<RunAnswer>;
  progress(note: string, fraction?: number): void;
}

/** The way a family of models does a task type: its request, and the reading of its answer. */
export interface Shape {
  /** Of all inputs together. */
  readonly maxInputBytes: number;
  /** Bytes of memory that one byte of input takes on its way out. */
  readonly copies: number;
  /** @throws {AppError} */
  call(call: ShapedCall): Promise<MeasuredResult>;
}

const shapeWith =
  (copies: number) =>
  (maxInputBytes: number, call: Shape["call"]): Shape => ({ maxInputBytes, copies, call });

/** Of texts, which are small. */
export const textShape = shapeWith(1);
/** Of a file that is sent in base64. */
export const encodedShape = shapeWith(ENCODED_COPIES);
/** Of a file that is sent as a list of numbers: its bytes, the list, four characters in JSON for each, and the body. */
export const listedShape = shapeWith(14);
/** Of a file that is sent as it is: its bytes and the body. */
export const binaryShape = shapeWith(3);

/** The answer in the shape that is documented. @throws {AppError} `provider-rejected` for any other. */
export const readAs = <T>(schema: z.ZodType<T>, { body }: RunAnswer, model: string): T =>
  shaped(body.as === "json" ? body.json : null, schema, model);

/** The usage that an answer reports, added to what is known `before`. */
export function usageOf({ body, neurons }: RunAnswer, before: Measured = {}): Measured {
  const told = body.as === "json" ? measuredIn(body.json) : {};
  return { ...before, ...told, ...(neurons === null ? {} : { neurons }) };
}

/** The usage of several calls together. */
export const addUp = (all: readonly Measured[]): Measured => all.reduce(addMeasured, {});

/** Models answer with a file itself, or with its base64, which a few make a data URL. */
const Encoded = z.union([
  z.object({ image: z.string() }).transform(({ image }) => image),
  z.object({ audio: z.string() }).transform(({ audio }) => audio),
]);

/**
 * The picture or sound that a model made, with its true media type: what is declared is often another.
 * @throws {AppError} `provider-rejected` when there is none.
 */
export async function madeFile({ body }: RunAnswer, base: "image" | "audio", model: string): Promise<OutputDraft> {
  const bytes = body.as === "bytes" ? body.bytes : fromEncoded(Encoded.safeParse(body.json).data ?? "")?.bytes;
  if (bytes === undefined || bytes.byteLength === 0) {
    throw new AppError("provider-rejected", `${model} answered without a file`);
  }
  return draftOf(bytes, base, body.as === "bytes" ? body.mediaType : null, model);
}
