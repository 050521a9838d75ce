import { readFile, writeFile } from "node:fs/promises";

/**
 * Puts what a command found between its marks in a page, `<!-- NAME -->` and `<!-- /NAME -->`.
 * @throws {Error} when the page has lost them
 */
export async function record(page: URL, name: string, found: string): Promise<void> {
  const begin = `<!-- ${name} -->\n`;
  const end = `<!-- /${name} -->\n`;
  const [before, rest] = (await readFile(page, "utf8")).split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`${page.pathname} has lost the marks of ${name}`);
  await writeFile(page, `${before}${begin}${found}\n${end}${after}`);
}
