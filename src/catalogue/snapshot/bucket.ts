import type * as z from "zod";

/** The part of R2's interface that the catalogue uses; `R2Bucket` implements it. */
export interface CatalogueBucket {
  /** Without a `body` if the condition fails; null if there is no such object. */
  get(
    key: string,
    options?: { readonly onlyIf?: { readonly etagDoesNotMatch: string } },
  ): Promise<BucketObject | StoredHead | null>;
  /** Null if the condition fails, so that nothing was written. */
  put(
    key: string,
    value: string | Blob,
    options?: { readonly onlyIf?: WriteCondition; readonly httpMetadata?: { readonly contentType: string } },
  ): Promise<StoredHead | null>;
  list(options: { readonly prefix: string; readonly limit: number }): Promise<{ readonly objects: readonly Listed[] }>;
  delete(keys: string[]): Promise<void>;
}

/** `etagDoesNotMatch: "*"`: only if there is no object yet. */
type WriteCondition = { readonly etagMatches: string } | { readonly etagDoesNotMatch: "*" };

interface StoredHead {
  readonly etag: string;
}

export interface BucketObject extends StoredHead {
  readonly body: ReadableStream<Uint8Array>;
  text(): Promise<string>;
}

interface Listed {
  readonly key: string;
  readonly uploaded: Date;
}

export const hasBody = (object: BucketObject | StoredHead): object is BucketObject => "body" in object;

/** A stored snapshot that cannot be read; the message says where and what is wrong. */
export class DamagedSnapshot extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "DamagedSnapshot";
  }
}

/** The JSON of a stored object. @throws {DamagedSnapshot} with a message, for what its schema refuses */
export async function parseStored<T>(object: BucketObject, schema: z.ZodType<T>, message: string): Promise<T> {
  const text = await object.text();
  try {
    return schema.parse(JSON.parse(text));
  } catch (thrown) {
    throw new DamagedSnapshot(message, { cause: thrown });
  }
}
