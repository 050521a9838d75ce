import { env, exports } from "cloudflare:workers";
import { encodePng, Image } from "image-js";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { OPEN_HOLDER, UNLIMITED } from "../../../src/domain/api-key.ts";
import type { ResourceView, RunView } from "../../../src/domain/views.ts";
import * as things from "../../../src/http/docs/examples/example.ts";
import { EXAMPLES } from "../../../src/http/docs/examples/index.ts";
import { ENDED_RUN } from "../../../src/http/docs/examples/run-views.ts";
import { wire } from "../../../src/wiring.ts";
import { eventually } from "../../eventually.ts";
import { expectStatus, ORIGIN, post } from "../caller.ts";
import { type Description, validatorOf } from "./schema-of.ts";

const call = async (path: string, { json, ...init }: RequestInit & { readonly json?: unknown } = {}) => {
  const headers = new Headers(init.headers);
  if (json !== undefined) headers.set("content-type", "application/json");
  const body = json === undefined ? {} : { body: JSON.stringify(json) };
  return exports.default.fetch(new URL(path, ORIGIN).href, { ...init, ...body, headers });
};

const told = async <T>(response: Response, status: number): Promise<T> => {
  await expectStatus(response, status);
  return response.json();
};

const description = await told<Description>(await call("/openapi.json"), 200);
const routes = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: operation.operationId, path, method, operation })),
);

const exemplified = routes.flatMap((route) => {
  const example = EXAMPLES[route.name];
  return example ? [{ ...route, example }] : [];
});

/** What the examples are about, made here, by the names that the examples have for it. */
type Made = Readonly<Record<string, string>>;

const REQUEST = "Generate a canny image of photo.jpg";

/** A picture with an edge in it. */
async function uploadPhoto(): Promise<ResourceView> {
  const image = new Image(48, 48).fill([20, 20, 20]);
  for (let row = 0; row < 48; row++)
    for (let column = 24; column < 48; column++) image.setPixel(column, row, [230, 230, 230]);
  const headers = { "x-filename": "photo.jpg", "content-type": "image/png" };
  return told(await call("/v1/resources", { method: "POST", body: encodePng(image), headers }), 201);
}

async function makeRun(photo: string, more: object = {}, status = 200): Promise<RunView> {
  const message = { text: REQUEST, resources: [photo], ...more };
  return told(await call("/v1/runs", post(message, { prefer: "wait=20" })), status);
}

/** Everything that has to be there before most calls. */
async function makeAll(): Promise<Made> {
  const photo = await uploadPhoto();
  const run = await makeRun(photo.id);
  const [edges] = run.files;
  if (!edges) throw new Error(`The run made no file: ${JSON.stringify(run)}`);
  return {
    ...{ [things.PHOTO]: photo.id, [things.RUN]: run.id, [things.CONVERSATION]: run.conversation },
    [things.EDGES]: edges.id,
    [things.OWN_MODEL_URL]: "https://93.184.216.34/caption",
    [things.WEBHOOK_URL]: new URL("webhooks", inject("expertUrl")).href,
  };
}

async function waitingRun({ [things.PHOTO]: photo = "" }: Made): Promise<RunView> {
  const { id } = await told<RunView>(
    await call("/v1/runs", post({ text: REQUEST, resources: [photo], approval: "plan" })),
    202,
  );
  return eventually(async () => {
    const run = await told<RunView>(await call(`/v1/runs/${id}`), 200);
    expect(run.status).toBe("awaiting-approval");
    return run;
  });
}

const withWaitingRun = async (made: Made): Promise<Made> => ({ ...made, [things.RUN]: (await waitingRun(made)).id });

const withHook = async (made: Made): Promise<Made> => {
  const { id } = await told<{ id: string }>(await call("/v1/hooks", post(EXAMPLES.createHook?.body?.value)), 201);
  return { ...made, [things.HOOK]: id };
};

const withWebhook = async (made: Made): Promise<Made> => {
  const body = { url: made[things.WEBHOOK_URL] };
  const { id } = await told<{ id: string }>(await call("/v1/webhooks", post(body)), 201);
  return { ...made, [things.WEBHOOK]: id };
};

/** A run whose webhook has something to be told; nobody answers there. */
const withDelivery = async (made: Made): Promise<Made> => {
  const webhook = { url: made[things.WEBHOOK_URL] };
  const run = await makeRun(made[things.PHOTO] ?? "", { webhook });
  const listed = await call(`/v1/runs/${run.id}/deliveries`);
  const { deliveries } = await told<{ deliveries: readonly { id: string }[] }>(listed, 200);
  return { ...made, [things.DELIVERY]: deliveries[0]?.id ?? "" };
};

/** The key of the examples, which the server has heard of. */
const withKey = async (made: Made): Promise<Made> => {
  const tenant = wire(env).tenant(OPEN_HOLDER.tenant);
  if (!(await tenant.findKey("0000002a"))) await tenant.addKey({ id: "0000002a", name: "", limits: UNLIMITED });
  return made;
};

/** What else a route needs. */
const BEFORE: Readonly<Record<string, (made: Made) => Promise<Made>>> = {
  approvePlan: withWaitingRun,
  pauseRun: withWaitingRun,
  cancelRun: withWaitingRun,
  resumeRun: async (made) => {
    const waiting = await withWaitingRun(made);
    await expectStatus(await call(`/v1/runs/${waiting[things.RUN]}/pause`, post({})), 200);
    return waiting;
  },
  deleteConversation: async (made) => {
    const { id } = await told<{ id: string }>(await call("/v1/conversations", post({})), 201);
    return { ...made, [things.CONVERSATION]: id };
  },
  limitKey: withKey,
  rotateKey: withKey,
  readHook: withHook,
  rotateHookSecret: withHook,
  receiveHook: withHook,
  deleteHook: withHook,
  readWebhook: withWebhook,
  rotateWebhook: withWebhook,
  enableWebhook: withWebhook,
  removeWebhook: withWebhook,
  replayDelivery: withDelivery,
  removeModel: async (made) => {
    const model = { id: "our/captioner", task: "image-to-text", url: "https://93.184.216.34/caption" };
    expect((await call("/v1/models", post(model))).ok).toBe(true);
    return made;
  },
};

const replaceAll = (text: string, made: Made): string =>
  Object.entries(made).reduce((done, [example, actual]) => done.replaceAll(example, actual), text);

/** The call of an example, about what was made here. */
function requestOf({ path, method, operation, example }: (typeof exemplified)[number], made: Made): Promise<Response> {
  const { parameters = {}, body } = example;
  const url = new URL(
    path.replaceAll(/\{(\w+)\}/g, (_, name) => replaceAll(parameters[name] ?? "", made)),
    ORIGIN,
  );
  const headers = new Headers();
  for (const { name, in: place } of operation.parameters) {
    const value = parameters[name];
    if (value === undefined || place === "path") continue;
    if (place === "query") url.searchParams.set(name, value);
    else headers.set(name, value);
  }
  if (body) headers.set("content-type", body.mediaType);
  const sent = body && (typeof body.value === "string" ? body.value : replaceAll(JSON.stringify(body.value), made));
  return call(url.href, { method: method.toUpperCase(), headers, ...(sent === undefined ? {} : { body: sent }) });
}

describe("the examples of /openapi.json", () => {
  it("leave no route out, and are of routes that there are", () => {
    const names = routes.map(({ name }) => name);
    const without = names.filter((name) => !Object.hasOwn(EXAMPLES, name));
    expect(without, "Routes without an example in src/http/docs/examples/, by name").toEqual([]);
    expect(
      Object.keys(EXAMPLES).filter((name) => !names.includes(name)),
      "Examples of no route",
    ).toEqual([]);
  });

  it.each(exemplified)("have for $name all that it takes", ({ operation, example }) => {
    const { parameters = {}, body } = example;
    const known = operation.parameters.map((one) => one.name);
    const needed = operation.parameters.filter((one) => one.required).map((one) => one.name);
    expect(known).toEqual(expect.arrayContaining(Object.keys(parameters)));
    expect(Object.keys(parameters)).toEqual(expect.arrayContaining(needed));
    expect(body !== undefined).toBe(operation.requestBody !== undefined);
  });
});

describe("a schema of /openapi.json", () => {
  const run = { $ref: "#/components/schemas/Run" };
  const wrong: readonly [string, object][] = [
    ["a field of another type", { queuePosition: "0" }],
    ["a status that there is not", { status: "done" }],
    ["a fault in what it refers to", { tasks: [{ ...ENDED_RUN.tasks[0], candidates: [{ provider: "embedded" }] }] }],
  ];
  it.each(wrong)("refuses an answer with %s", (_, fault) => {
    const validator = validatorOf(run, description);
    expect(validator.safeParse(ENDED_RUN).success).toBe(true);
    expect(validator.safeParse({ ...ENDED_RUN, ...fault }).success).toBe(false);
  });
});

describe("an example that is made", () => {
  let made: Made = {};
  beforeAll(async () => {
    made = await makeAll();
  });

  it.each(exemplified)("comes out as it says: $name", async (route) => {
    const { answer } = route.example;
    const response = await requestOf(route, (await BEFORE[route.name]?.(made)) ?? made);
    await expectStatus(response, answer.status);
    expect(response.headers.get("content-type")?.split(";", 1)[0] ?? null).toBe(answer.mediaType);

    const described = route.operation.responses[answer.status];
    const content = described?.content?.[answer.mediaType ?? ""] ?? described?.content?.["*/*"];
    expect(content !== undefined, "The answer is described").toBe(answer.mediaType !== null);
    const bytes = await response.bytes();
    if (answer.mediaType !== "application/json") return;
    expect(content?.example).toEqual(answer.value);
    if (!content?.schema) return;
    const validator = validatorOf(content.schema, description);
    expect(validator.safeParse(JSON.parse(new TextDecoder().decode(bytes))).error).toBeUndefined();
    expect(validator.safeParse(answer.value).error).toBeUndefined();
  });
});
