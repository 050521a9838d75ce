import type { ResourceView, ValueView } from "../../src/client/client.ts";

/** A file as what it is: a picture, a recording, a table … */
export function FileShown({ file }: { readonly file: ResourceView }) {
  return <a href={file.url}>{file.name}</a>;
}

/** What a task was given or made. */
export function ValueShown({ value }: { readonly value: ValueView }) {
  if ("resource" in value) return <FileShown file={value.resource} />;
  return <pre>{"text" in value ? value.text : JSON.stringify(value.data, null, 2)}</pre>;
}
