import { createServer } from "node:http";
import { crc32, deflateSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { listen } from "../../fakes/listen.ts";
import { demoFile, useServer } from "../use-server.ts";

/** An expert that takes its time: what it is asked says how many milliseconds. */
const expert = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  const { inputs } = JSON.parse(body) as { inputs: { text: string } };
  setTimeout(() => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ outputs: { text: inputs.text } }));
  }, Number(inputs.text));
});
const origin = await listen(expert);
const expertUrl = `${origin}/`;
afterAll(() => {
  expert.closeAllConnections();
  expert.close();
});

const invoice = await demoFile("invoice.png");

const { url } = useServer({
  CONFIG: JSON.stringify({ endpoints: [{ model: "slow", taskType: "text2text-generation", url: expertUrl }] }),
});

/** As `curl` would: one request, no client of ours. */
const call = (path: string, init: RequestInit = {}): Promise<Response> => fetch(`${url()}${path}`, init);
const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  call(path, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json", ...headers },
  });
const read = async (response: Response): Promise<Record<string, unknown>> =>
  (await response.json()) as Record<string, unknown>;
const wait = (id: number, ms: number, after?: number) => ({
  task: "text2text-generation",
  id,
  dep: [after ?? -1],
  args: { text: after === undefined ? String(ms) : `<resource>-${after}` },
});

/** Frames of an event stream until `stop` says so, or its end; then the connection is dropped. */
async function follow(
  path: string,
  after: string | null,
  stop: (id: number) => boolean,
): Promise<{ id: number; type: string }[]> {
  const headers = { accept: "text/event-stream", ...(after === null ? {} : { "last-event-id": after }) };
  const response = await call(path, { headers });
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  const frames: { id: number; type: string }[] = [];
  let rest = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split("\n\n");
    rest = parts.pop() ?? "";
    for (const part of parts) {
      const id = /^id: (\d+)$/m.exec(part)?.[1];
      const type = /^event: (.+)$/m.exec(part)?.[1];
      if (id === undefined || type === undefined) continue;
      frames.push({ id: Number(id), type });
      // Leaving the loop cancels the body, which closes the connection.
      if (stop(Number(id))) return frames;
    }
  }
  return frames;
}

describe("HTTP alone does the whole of it", () => {
  it("uploads, starts, follows, loses the connection and resumes without a gap or a repeat", async () => {
    const started = await read(
      await post("/v1/runs", { text: "", plan: [wait(0, 300), wait(1, 0, 0), wait(2, 0, 1)] }),
    );
    const path = `/v1/runs/${started.id}/events`;
    const first = await follow(path, null, (id) => id === 4);
    const rest = await follow(path, "4", () => false);
    const ids = [...first, ...rest].map((frame) => frame.id);
    expect(ids).toEqual(ids.map((_, index) => index + 1));
    expect(rest.at(-1)?.type).toBe("run-end");
  });

  it("cancels a run and says so", async () => {
    const started = await read(await post("/v1/runs", { text: "", plan: [wait(0, 20_000)] }));
    const cancelled = await read(await call(`/v1/runs/${started.id}/cancel`, { method: "POST" }));
    expect(cancelled.status).toBe("cancelled");
    expect((await read(await call(`/v1/runs/${started.id}`))).status).toBe("cancelled");
  });

  it("gives the report in both forms, and a part of a file", async () => {
    const image = await demoFile("photo.jpg");
    const uploaded = await read(
      await call("/v1/resources", {
        method: "POST",
        body: image,
        headers: { "content-type": "image/jpeg", "x-filename": "photo.jpg" },
      }),
    );
    const part = await call(`/v1/resources/${uploaded.id}`, { headers: { range: "bytes=100-199" } });
    expect(part.status).toBe(206);
    expect(part.headers.get("content-range")).toBe(`bytes 100-199/${image.byteLength}`);
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(image.subarray(100, 200));

    const run = await read(
      await post("/v1/runs", { text: "make photo.jpg grey", resources: [uploaded.id] }, { prefer: "wait=60" }),
    );
    expect(run.status).toBe("succeeded");
    const markdown = await call(`/v1/runs/${run.id}/report`, { headers: { accept: "text/markdown" } });
    expect(await markdown.text()).toContain("# Report of run_");
    const json = await read(await call(`/v1/runs/${run.id}/report`, { headers: { accept: "application/json" } }));
    expect(json.run).toBe(run.id);
  });

  it("makes one run of a request that is repeated under one key", async () => {
    const headers = { "idempotency-key": crypto.randomUUID() };
    const body = { text: "", plan: [wait(0, 0)] };
    const [one, two] = await Promise.all([post("/v1/runs", body, headers), post("/v1/runs", body, headers)]);
    expect((await read(one)).id).toBe((await read(two)).id);
    const other = await post("/v1/runs", { text: "", plan: [wait(0, 1)] }, headers);
    expect([other.status, (await read(other)).code]).toEqual([422, "idempotency-mismatch"]);
  });
});

/** A PNG of a hundred kilobytes that unpacks to 900 megapixels. */
function bomb(): Uint8Array<ArrayBuffer> {
  const size = 30_000;
  const rows = deflateSync(new Uint8Array(size * 3_000), { level: 9 });
  const header = new Uint8Array(13);
  new DataView(header.buffer).setUint32(0, size);
  new DataView(header.buffer).setUint32(4, size);
  header.set([8, 0, 0, 0, 0], 8);
  const bigEndian = (value: number): number[] => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
  const chunk = (type: string, data: Uint8Array): number[] => {
    const body = [...new TextEncoder().encode(type), ...data];
    return [...bigEndian(data.byteLength), ...body, ...bigEndian(crc32(new Uint8Array(body)))];
  };
  const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  return new Uint8Array([
    ...signature,
    ...chunk("IHDR", header),
    ...chunk("IDAT", rows),
    ...chunk("IEND", new Uint8Array()),
  ]);
}

describe("hostile files", () => {
  const upload = async (bytes: Uint8Array<ArrayBuffer>, name: string): Promise<Response> =>
    call("/v1/resources", {
      method: "POST",
      body: bytes,
      headers: { "content-type": "application/octet-stream", "x-filename": name },
    });
  const ask = async (bytes: Uint8Array<ArrayBuffer>, name: string, text: string): Promise<{ code: unknown }> => {
    const { id } = await read(await upload(bytes, name));
    const run = (await read(await post("/v1/runs", { text, resources: [id] }, { prefer: "wait=60" }))) as {
      tasks: { error?: { code: string } }[];
      status: string;
    };
    expect(run.status).toBe("failed");
    return { code: run.tasks[0]?.error?.code };
  };

  it.each([
    ["a decompression bomb", bomb(), "bomb.png", "Read the text in bomb.png", "resource-too-large"],
    [
      "a PNG cut off in the middle",
      invoice.slice(0, 9_000),
      "cut.png",
      "Read the text in cut.png",
      "unreadable-resource",
    ],
    [
      "a WAV with a header and nothing else",
      wavHeader(),
      "empty.wav",
      "Remove the noise from empty.wav",
      "unreadable-resource",
    ],
  ])("%s fails its task with a clear code, and the server goes on serving", async (_, bytes, name, text, code) => {
    expect(await ask(bytes, name, text)).toEqual({ code });
    expect((await call("/v1/health")).status).toBe(200);
  });

  it("takes no empty file", async () => {
    const response = await upload(new Uint8Array(), "empty.wav");
    expect([response.status, (await read(response)).code]).toEqual([422, "unreadable-resource"]);
  });
});

function wavHeader(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(44);
  const data = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode("RIFF"), 0);
  data.setUint32(4, 36, true);
  bytes.set(new TextEncoder().encode("WAVEfmt "), 8);
  data.setUint32(16, 16, true);
  data.setUint16(20, 1, true);
  data.setUint16(22, 1, true);
  data.setUint32(24, 16_000, true);
  data.setUint32(28, 32_000, true);
  data.setUint16(32, 2, true);
  data.setUint16(34, 16, true);
  bytes.set(new TextEncoder().encode("data"), 36);
  return bytes;
}
