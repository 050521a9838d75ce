import { DEMO_FILES } from "../../../domain/first-requests.ts";
import type { AppContext } from "../../context.ts";
import type { InlineFile } from "../../inline-files.ts";

/** A file of the demo by its name; null where there is none. */
export async function readDemoFile(
  c: AppContext,
  name: string,
): Promise<(InlineFile & { readonly mediaType: string }) | null> {
  const file = DEMO_FILES.find((one) => one.name === name);
  if (!file) return null;
  const bytes = new Uint8Array(await new Response(await c.var.wiring.asset(file.path)).arrayBuffer());
  return { name, mediaType: file.mediaType, bytes };
}
