interface FromIterable {
  from<T>(values: Iterable<T> | AsyncIterable<T>): ReadableStream<T>;
}

/** A stream that takes the next value when its reader wants one: `ReadableStream.from`, which the types of Workers lack. */
export const streamOf = <T>(values: Iterable<T> | AsyncIterable<T>): ReadableStream<T> =>
  (ReadableStream as unknown as FromIterable).from(values);
