import type { CatalogueModel } from "../../domain/catalogue.ts";
import { readStarter } from "./format.ts";

/** For each task type that no model of the starter catalogue and no embedded expert does: why, in a sentence. */
export const WHY_NO_MODEL: Readonly<Record<string, string>> = {
  "code-execution": "No model runs programs: that takes a sandbox, which is given as an endpoint of one's own.",
};

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
