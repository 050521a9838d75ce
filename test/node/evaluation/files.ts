import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Two labels, and four plans of two models for them: sloppy ones, one without a label. */
export const LABELS = [
  {
    id: "1",
    type: "chain",
    user_request: "Read the text in example.jpg and say it in French",
    task_nodes: ["Image-to-Text", "Translation"],
    task_links: [{ source: "Image-to-Text", target: "Translation" }],
  },
  { id: "2", type: "single", user_request: "Shorten this: a text", task_nodes: ["Summarization"], task_links: [] },
];

export const PLANS = [
  {
    id: "1",
    user_request: "Read the text in example.jpg and say it in French",
    task_steps: ["Step 1: Use OCR", "Step 2: Use Translation"],
    task_nodes: [
      { task: "OCR", arguments: ["example.jpg"] },
      { task: "Translation", arguments: ["<node-0>", "French"] },
    ],
    task_links: [{ source: "OCR", target: "Translation" }],
    llm: "small-1b",
  },
  {
    id: 2,
    user_request: "Shorten this: a text",
    task_nodes: [{ task: "Summarization", arguments: ["a text"] }],
    task_links: [],
    llm: "small-1b",
  },
  { id: "3", user_request: "", task_nodes: ["Translation"], task_links: null, llm: "small-1b" },
  { id: "1", task_nodes: [3, { arguments: [] }], task_links: [7, { source: "OCR", target: ["A", "B"] }], llm: "odd" },
];

/** A folder of files of one JSON value a line. */
export interface Files {
  readonly folder: string;
  /** A row that is text is written as it is. */
  write(name: string, rows: readonly unknown[]): Promise<void>;
  remove(): Promise<void>;
}

/** A new folder with `labels.jsonl` and `plans.jsonl`. */
export async function createFiles(): Promise<Files> {
  const folder = await mkdtemp(join(tmpdir(), "impresario-evaluation-"));
  const write = (name: string, rows: readonly unknown[]): Promise<void> =>
    writeFile(
      join(folder, name),
      rows.map((row) => `${typeof row === "string" ? row : JSON.stringify(row)}\n`).join(""),
    );
  await write("labels.jsonl", LABELS);
  await write("plans.jsonl", PLANS);
  return { folder, write, remove: () => rm(folder, { recursive: true, force: true }) };
}
