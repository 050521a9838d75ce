import { afterAll, describe, expect, it } from "vitest";
import { startAnyTaskServer } from "../../fakes/any-task-server.ts";
import { upload, useServer } from "../use-server.ts";
import { type ChatMessage, callScript, createWebClient, PAGE, type ShownTurn } from "./hugginggpt-clients.ts";

const { client, url } = useServer();
/** Makes and describes images, and understands nothing. */
const anyTask = await startAnyTaskServer();
afterAll(() => anyTask.server.close());
const able = useServer({
  CONFIG: JSON.stringify({
    endpoints: ["openpose-text-to-image", "image-to-text"].map((taskType) => ({
      ...{ model: `fake/${taskType}`, taskType, url: anyTask.url, format: "json" },
    })),
  }),
  FETCH_ALLOW_HOSTS: new URL(anyTask.url).host,
});
const LIMIT_MS = 60_000;
const OPENAI_KEY = `sk-${"a".repeat(48)}`;

/** An image or a sound as a page loads it: with no key. */
async function load(address: string): Promise<{ readonly type: string | null; readonly bytes: Uint8Array }> {
  const response = await fetch(address, { headers: { referer: `${PAGE}/` } });
  expect(response.status).toBe(200);
  return { type: response.headers.get("content-type"), bytes: new Uint8Array(await response.arrayBuffer()) };
}

const isPng = (bytes: Uint8Array): boolean => new TextDecoder("latin1").decode(bytes.subarray(1, 4)) === "PNG";
/** The last of the media that the page shows. */
function lastOf({ text, media }: ShownTurn): string {
  const found = media.at(-1);
  if (found === undefined) throw new Error(`The page shows no media: ${text}`);
  return found;
}

describe("the web client of HuggingGPT", () => {
  it("shows what is made of a picture, and goes on from it", { timeout: LIMIT_MS }, async () => {
    const photo = await upload(client(), "photo.jpg");
    const web = createWebClient(url());
    const first = await web.send(`Please generate a canny image based on /images/${photo.id}.jpg`);
    expect(first.role).toBe("assistant");
    const edges = await load(lastOf(first));
    expect(edges.type).toBe("image/png");
    expect(isPng(edges.bytes)).toBe(true);

    const second = await web.send("Now make that image half as large");
    const small = await load(lastOf(second));
    expect(isPng(small.bytes)).toBe(true);
    expect(width(small.bytes)).toBeLessThan(width(edges.bytes));
  });

  it("plays speech, made of what a picture says", { timeout: LIMIT_MS }, async () => {
    const invoice = await upload(client(), "invoice.png");
    const asked = `Read the text in /images/${invoice.id}.png and read a summary aloud`;
    const turn = await createWebClient(url()).send(asked);
    const sound = lastOf(turn);
    expect(sound).toMatch(/\/audios\/[\w-]+\.wav$/);
    expect((await load(sound)).type).toMatch(/^audio\//);
  });

  it("works in its first version, which sends a key of OpenAI's", { timeout: LIMIT_MS }, async () => {
    const turn = await createWebClient(url(), OPENAI_KEY).send("Hello, how are you?");
    expect(turn.role).toBe("assistant");
    expect(turn.text.length).toBeGreaterThan(0);
  });

  it("shows no HTML of what it is told", { timeout: LIMIT_MS }, async () => {
    const turn = await createWebClient(url()).send(
      'Summarize this: “The tag <img src=x onerror=alert(1)> at /a"onload=alert(1)//.png loads an image.”',
    );
    expect(turn.role).toBe("assistant");
    expect(turn.text).toContain("alert(1)");
    expect(turn.text).not.toMatch(/<[a-z]/i);
    // It puts them between quotes.
    for (const address of turn.media) expect(address).not.toMatch(/["']/);
  });

  it("is told in words what cannot be done", { timeout: LIMIT_MS }, async () => {
    const turn = await createWebClient(url()).send("Generate a video of a dancing bear");
    expect(turn.role).toBe("assistant");
    expect(turn.text).toMatch(/video/i);
    expect(turn.media).toEqual([]);
  });

  it("is told each part of the paper's own request that nothing here can do", { timeout: LIMIT_MS }, async () => {
    const photo = await upload(client(), "photo.jpg");
    const turn = await createWebClient(url()).send(headline(`/images/${photo.id}.jpg`));
    expect(turn.text).toMatch(/make an image from a description and body poses.*describe what an image shows/s);
  });

  it("is told which files are not there, and nothing is done with the others", { timeout: LIMIT_MS }, async () => {
    const photo = await upload(client(), "photo.jpg");
    for (const path of ["/images/f.jpg", `/images/res_${"0".repeat(56)}.png`, "/audios/a.wav"]) {
      const turn = await createWebClient(url()).send(`Make /images/${photo.id}.jpg and ${path} half as large`);
      expect(turn.text).toContain(`find &quot;${path}&quot;`);
    }
  });

  it("is told who it talks to, behind a greeting", { timeout: LIMIT_MS }, async () => {
    const turn = await createWebClient(url()).send("hello, who are you?");
    expect(turn.text).toMatch(/^I am Impresario/);
  });

  it("may give up, and ask again", { timeout: LIMIT_MS }, async () => {
    const web = createWebClient(url());
    const gone = new AbortController();
    const sent = web.send("Summarize: Bees make honey. Honey is sweet. People like it.", gone.signal);
    gone.abort();
    await expect(sent).rejects.toThrow();
    expect((await web.send("Hello!")).role).toBe("assistant");
  });
});

/** As the paper prints it (Figure 2), with the path of a file in the place of `example.jpg`. */
const headline = (path: string): string =>
  `Please generate an image where a girl is reading a book, and her pose is the same as the boy in the image ${path}, then please describe the new image with your voice.`;

describe("the paper's own request, where something makes and describes images", { timeout: LIMIT_MS }, () => {
  const PLANNED = ["openpose-control", "openpose-text-to-image", "image-to-text", "text-to-speech"];
  const tasksIn = (json: unknown) => (json as readonly { readonly task: string }[]).map(({ task }) => task);

  it("is planned and run at once for scripts, with pose and caption", async () => {
    const path = `/images/${(await upload(able.client(), "photo.jpg")).id}.jpg`;
    const messages = [{ role: "user", content: headline(path) }] as const;
    const plan = await callScript(`${able.url()}/tasks`, messages);
    expect(tasksIn(plan.json)).toEqual(PLANNED);
    expect(plan.json).toMatchObject([
      { args: { image: path } },
      { args: { text: "a girl is reading a book" } },
      {},
      {},
    ]);
    const { json } = await callScript(`${able.url()}/results`, messages);
    expect(json).toMatchObject({
      "0": { task: { task: "openpose-control" } },
      "2": { "inference result": { "generated text": "[fake] text of image-to-text" } },
      "3": { task: { task: "text-to-speech" } },
    });
  });

  it("is done for a person as well", async () => {
    const web = createWebClient(able.url());
    const done = await web.send(headline(`/images/${(await upload(able.client(), "photo.jpg")).id}.jpg`));
    expect(done.media.map((address) => address.replace(/^.*\./, ""))).toEqual(expect.arrayContaining(["png", "wav"]));
  });
});

describe("a script for HuggingGPT's server", () => {
  it("gets a plan from /tasks, and what it came to from /results", { timeout: LIMIT_MS }, async () => {
    const invoice = await upload(client(), "invoice.png");
    const path = `/images/${invoice.id}.png`;
    const messages = [{ role: "user", content: `Read the text in ${path} and summarize it` }] as const;
    const plan = await callScript(`${url()}/tasks`, messages);
    expect(plan).toEqual({
      status: 200,
      json: [
        { task: "optical-character-recognition", id: 0, dep: [-1], args: { image: path } },
        { task: "summarization", id: 1, dep: [0], args: { text: "<GENERATED>-0" } },
      ],
    });
    const results = await callScript(`${url()}/results`, messages);
    expect(results).toMatchObject({
      status: 200,
      json: {
        "0": {
          task: { task: "optical-character-recognition", args: { image: path } },
          "inference result": { text: expect.stringContaining("Northwind") },
          "choose model result": { id: expect.any(String), reason: expect.stringMatching(/\w/) },
        },
        "1": { "inference result": { response: expect.any(String) } },
      },
    });
  });

  it("goes on from what was said before", { timeout: LIMIT_MS }, async () => {
    const photo = await upload(client(), "photo.jpg");
    const asked = { role: "user", content: `Please generate a canny image based on /images/${photo.id}.jpg` } as const;
    const first = await callScript(`${url()}/hugginggpt`, [asked]);
    const { message } = first.json as { readonly message: string };
    const made = /\/images\/[\w-]+\.png/.exec(message)?.[0] ?? "";
    const dialogue = [
      asked,
      { role: "assistant", content: message },
      { role: "user", content: "Make it half as large" },
    ];
    const plan = await callScript(`${url()}/tasks`, dialogue as readonly ChatMessage[]);
    expect(plan).toMatchObject({ status: 200, json: [{ args: { image: made } }] });
  });

  it("is told for each task why it came to nothing", { timeout: LIMIT_MS }, async () => {
    const plan = [{ role: "user", content: "Generate a video of a dancing bear" }] as const;
    const { status, json } = await callScript(`${url()}/results`, plan);
    expect(status).toBe(200);
    expect(json).toMatchObject({ "0": { "inference result": { error: expect.stringMatching(/\w/) } } });
  });

  it("may give up, and its run comes to an end without it", { timeout: LIMIT_MS }, async () => {
    const content = `Summarize: Bees make honey. Honey is sweet. People like the ${crypto.randomUUID()}.`;
    const gone = new AbortController();
    const sent = callScript(`${url()}/results`, [{ role: "user", content }], {}, gone.signal);
    const listed = async () => (await (await fetch(`${url()}/v1/conversations`)).json()).conversations;
    const mine = async () =>
      (await listed()).find(({ title }: { title: string }) => content.startsWith(title.slice(0, 60)));
    await expect.poll(mine, { timeout: 20_000 }).toBeDefined();
    gone.abort();
    await Promise.allSettled([sent]);
    const { id } = await mine();
    const runs = async () => (await (await fetch(`${url()}/v1/conversations/${id}`)).json()).runs;
    await expect.poll(runs, { timeout: 20_000 }).toMatchObject([{ status: "succeeded" }]);
  });

  it.each(["/tasks", "/results", "/hugginggpt"])("gets a message from %s for small talk", async (path) => {
    const { status, json } = await callScript(`${url()}${path}`, [{ role: "user", content: "Hello, how are you?" }]);
    expect({ status, json }).toEqual({ status: 200, json: { message: expect.stringMatching(/\w/) } });
  });

  it("may not have the server call an address of its own", async () => {
    const settings = { api_key: OPENAI_KEY, api_type: "openai", api_endpoint: "http://127.0.0.1:9/v1/completions" };
    const refused = await callScript(`${url()}/hugginggpt`, [{ role: "user", content: "Hello" }], settings);
    expect(refused).toMatchObject({
      status: 403,
      json: { code: "forbidden", detail: expect.stringContaining("api_endpoint") },
    });
  });
});

/** Of a PNG, out of its first chunk. */
const width = (png: Uint8Array): number => new DataView(png.buffer, png.byteOffset).getUint32(16);
