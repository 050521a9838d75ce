/// <reference types="vite/types/importMeta.d.ts" />
import expected from "../../fixtures/documents/expected.json";

const FILES = import.meta.glob<string>("../../fixtures/documents/*.{docx,xlsx,pptx,odt,odp,ods,html,eml,csv,txt}", {
  query: "?inline",
  import: "default",
});

/** The bytes of a file under test/fixtures/documents/. */
export async function fixture(name: string): Promise<Uint8Array> {
  const load = FILES[`../../fixtures/documents/${name}`];
  if (load === undefined) throw new Error(`There is no fixture ${name}`);
  return new Uint8Array(await (await fetch(await load())).arrayBuffer());
}

/** What a file must have in it, and what not. */
export interface Expected {
  readonly lines?: readonly string[];
  readonly rows?: readonly (readonly string[])[];
  readonly absent?: readonly string[];
}

export const EXPECTED: Readonly<Record<"development" | "held-out", Readonly<Record<string, Expected>>>> = expected;
