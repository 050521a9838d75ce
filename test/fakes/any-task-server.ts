import { createServer, type IncomingMessage, type Server } from "node:http";
import { baseKind } from "../../src/domain/kinds.ts";
import { createOntology, type Port } from "../../src/domain/task-types/index.ts";
import { listen } from "./listen.ts";
import { MP4, PICTURE, WAV } from "./media.ts";

/** One value for each port that holds data; of any other, a label and nothing more. */
const DATA: Readonly<Record<string, unknown>> = {
  labels: [{ label: "[fake] thing", score: 0.5 }],
  entities: [],
  evidence: { answer: "[fake] answer", score: 0.5, sentence: "" },
  embedding: [0.6, 0.8],
  scores: [],
  lines: [],
  objects: [{ label: "[fake] thing", score: 0.5, box: { xmin: 1, ymin: 2, xmax: 11, ymax: 12 } }],
  segments: [{ label: "[fake] thing", score: 0.5 }],
  codes: [],
};

const file = (bytes: Buffer, mediaType: string) => ({ mediaType, base64: bytes.toString("base64") });

/** What is given for a port, in the `json` format of custom endpoints. */
function valueAt({ name, kinds: [kind = "text"] }: Port, task: string): unknown {
  switch (baseKind(kind)) {
    case "image":
      return file(PICTURE, "image/png");
    case "audio":
      return file(WAV, "audio/wav");
    case "video":
      return file(MP4, "video/mp4");
    case "text":
      return `[fake] ${name} of ${task}`;
    default:
      return DATA[name] ?? "[fake]";
  }
}

/** Stands in for custom endpoints in the `json` format: it does every built-in task type, and understands nothing. */
export async function startAnyTaskServer(): Promise<{ readonly server: Server; readonly url: string }> {
  const ontology = createOntology();
  const server = createServer(async (request, response) => {
    const { task } = await readCall(request);
    const type = ontology.get(task);
    const outputs = type?.outputs.map((port) => [port.name, valueAt(port, task)]);
    response.writeHead(outputs ? 200 : 404, { "content-type": "application/json", "x-fake": "true" });
    response.end(JSON.stringify(outputs ? { outputs: Object.fromEntries(outputs) } : { error: "[fake] no such task" }));
  });
  const origin = await listen(server);
  return { server, url: `${origin}/` };
}

async function readCall(request: IncomingMessage): Promise<{ readonly task: string }> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as { readonly task: string };
}
