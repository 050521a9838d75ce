import { ResourceNotFoundError } from "@modelcontextprotocol/server";
import type { AppContext } from "../../context.ts";
import { summaryOf } from "../run-answer.ts";
import { readDemoFile } from "./demo.ts";
import { type Contents, contentsOf, readFile } from "./files.ts";
import { readUri, uriOf } from "./uris.ts";

/** The content of a resource. @throws {ProtocolError} as `readFile` */
export async function readResource(c: AppContext, uri: string): Promise<Contents> {
  const named = readUri(uri);
  switch (named?.of) {
    case "files":
      return readFile(c, named.name);
    case "demo": {
      const file = await readDemoFile(c, named.name);
      if (file) return contentsOf(uri, file.mediaType, file.bytes);
      throw new ResourceNotFoundError(uri);
    }
    case "runs":
      return readRun(c, named.name);
    default:
      throw new ResourceNotFoundError(uri);
  }
}

async function readRun(c: AppContext, run: string): Promise<Contents> {
  const { wiring, holder, views } = c.var;
  const uri = uriOf({ of: "runs", name: run });
  const parts = await wiring.ids.readRun(holder.tenant, run);
  const record = parts && (await wiring.conversation(holder.tenant, parts.conversation).run(run));
  if (!record?.ok) throw new ResourceNotFoundError(uri);
  const { structured } = await summaryOf(c, await views.run(record.value), true);
  return { uri, mimeType: "application/json", text: JSON.stringify(structured, null, 2) };
}
