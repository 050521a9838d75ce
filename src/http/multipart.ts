import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { InvalidRequest } from "./problem.ts";

export interface FormFile {
  /** Of the form. */
  readonly field: string;
  readonly name: string;
  readonly declaredType: string;
  readonly body: ReadableStream<Uint8Array>;
}

/** What is done with the fields of a form that are no files. */
export interface FormFields {
  /** Of one of them; a longer one is a fault. */
  readonly maxBytes?: number;
  tell(field: string, value: string): void;
}

/** Of a field that is no file, where nothing else is said. */
const MAX_FIELD_BYTES = 1024;
/** Files in one form. */
export const MAX_FORM_FILES = 16;
/** Fields that are not files; further ones are a fault. */
const MAX_FORM_FIELDS = 64;

/**
 * Reads the files of a `multipart/form-data` body as they arrive. The parser waits while a file is not taken up,
 * so no more than a few chunks are ever held.
 * @param use stores one file; what it stored must be undone by its caller when the form turns out broken
 * @param fields are told of what is no file
 * @throws {AppError} `invalid-request` for a broken form, one without files, or one with too many of anything; what `use`
 *   throws
 */
export async function readForm<T>(
  body: ReadableStream<Uint8Array>,
  contentType: string,
  use: (file: FormFile) => Promise<T>,
  fields: FormFields | null = null,
): Promise<readonly T[]> {
  // Only uploads need it.
  const { Busboy } = await import("@fastify/busboy");
  const source = Readable.fromWeb(body as unknown as NodeReadableStream<Uint8Array>);
  const maxFieldBytes = fields?.maxBytes ?? MAX_FIELD_BYTES;
  const limits = { ...LIMITS, fieldSize: maxFieldBytes };
  const streams: Readable[] = [];
  const uses: Promise<T>[] = [];
  try {
    await new Promise<void>((resolve, reject) => {
      const fail = (message: string) => (): void => reject(new InvalidRequest(message));
      const form = begin(() => new Busboy({ headers: { "content-type": contentType }, limits }));
      form.on("file", (field, stream, name, _encoding, declaredType) => {
        stream.on("error", (fault: Error) => {
          // A consumer that wants no more aborts the stream, and says itself why.
          if (fault.name !== "AbortError") reject(new InvalidRequest("The form breaks off in a file"));
        });
        streams.push(stream);
        // Two libraries name the same web streams.
        const fileBody = Readable.toWeb(stream) as unknown as ReadableStream<Uint8Array>;
        const used = use({ field, name: name ?? "", declaredType, body: fileBody });
        used.catch(reject);
        uses.push(used);
      });
      form.on("field", (field, value, _isNameCut, isValueCut) => {
        if (fields && isValueCut) fail(`A field of the form may hold ${maxFieldBytes} bytes`)();
        else fields?.tell(field, value);
      });
      form.on("filesLimit", fail(`A form may hold ${MAX_FORM_FILES} files at most`));
      form.on("fieldsLimit", fail(`A form may hold ${MAX_FORM_FIELDS} fields at most`));
      form.on("error", fail("The form is not well made"));
      form.on("finish", resolve);
      source.on("error", fail("The form breaks off"));
      source.pipe(form);
    });
    const used = await Promise.all(uses);
    if (used.length === 0) throw new InvalidRequest("The form holds no file");
    return used;
  } catch (thrown) {
    source.destroy();
    for (const stream of streams) stream.destroy(new Error("The form was given up"));
    await Promise.allSettled(uses);
    throw thrown;
  }
}

const LIMITS = { files: MAX_FORM_FILES, fields: MAX_FORM_FIELDS, headerSize: 16 * 1024 };

/** The parser refuses a content type without a boundary when it is made. */
function begin<Form>(make: () => Form): Form {
  try {
    return make();
  } catch {
    throw new InvalidRequest("The Content-Type of a form needs a boundary");
  }
}
