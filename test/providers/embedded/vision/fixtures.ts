/// <reference types="vite/types/importMeta.d.ts" />

const FILES = import.meta.glob<string>("../../../fixtures/vision/**/*.{png,jpg,webp,gif,bmp,avif,pdf}", {
  query: "?inline",
  import: "default",
});

/** The bytes of a file under test/fixtures/vision/. */
export async function fixture(name: string): Promise<Uint8Array> {
  const load = FILES[`../../../fixtures/vision/${name}`];
  if (load === undefined) throw new Error(`There is no fixture ${name}`);
  return new Uint8Array(await (await fetch(await load())).arrayBuffer());
}
