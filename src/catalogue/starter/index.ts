import type { CatalogueModel } from "../../domain/catalogue.ts";
import { readStarter } from "./format.ts";

/** The catalogue that comes with the code: what is known before the first crawl. */
export async function loadStarter(): Promise<readonly CatalogueModel[]> {
  const files = await Promise.all([
    import("./language.json", { with: { type: "json" } }),
    import("./chat.json", { with: { type: "json" } }),
    import("./audio.json", { with: { type: "json" } }),
    import("./vision.json", { with: { type: "json" } }),
    import("./other.json", { with: { type: "json" } }),
  ]);
  return files.flatMap(({ default: stored }) => readStarter(stored));
}
