import { env, exports } from "cloudflare:workers";
import { encodePng, Image } from "image-js";
import { describe, expect, inject, it } from "vitest";
import { OPEN_HOLDER, UNLIMITED } from "../../../src/domain/api-key.ts";
import type { JsonValue } from "../../../src/domain/json.ts";
import { type RouteExample, readExamples } from "../../../src/http/docs/examples.ts";
import type { GoalView } from "../../../src/http/schemas/goal-views.ts";
import type { ResourceView, RunView } from "../../../src/http/schemas/views.ts";
import { wire } from "../../../src/wiring.ts";
import { eventually } from "../../eventually.ts";
import { PATIENCE, UNTIL_ENDED } from "../../patience.ts";
import { expectStatus, ORIGIN, post } from "../caller.ts";
import { CALLS, CANNY_REQUEST, type DocumentedCall, FORM_BOUNDARY, GOAL_REQUEST, THINGS } from "./calls.ts";
import { masked } from "./masked.ts";
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
const recorded = await readExamples();
const exemplified = routes.flatMap((route) => {
  const example = recorded.routes[route.name];
  return example ? [{ ...route, example }] : [];
});

/** Every route is called in one test, as they are about the same things. */
const OF_EVERY_ROUTE_MS = 5 * PATIENCE.testTimeout;

/** Longer answers are not shown. */
const MAX_SHOWN_CHARS = 12_000;

/** What the calls are about, made here, by what the examples write for it. */
type Made = Readonly<Record<string, string>>;

/** A picture with an edge in it. */
async function uploadPhoto(): Promise<ResourceView> {
  const image = new Image(48, 48).fill([20, 20, 20]);
  for (let row = 0; row < 48; row++)
    for (let column = 24; column < 48; column++) image.setPixel(column, row, [230, 230, 230]);
  const headers = { "x-filename": "photo.jpg", "content-type": "image/png" };
  return told(await call("/v1/resources", { method: "POST", body: encodePng(image), headers }), 201);
}

async function makeRun(photo: string, more: object = {}, status = 200): Promise<RunView> {
  const message = { text: CANNY_REQUEST, resources: [photo], ...more };
  return told(await call("/v1/runs", post(message, { prefer: UNTIL_ENDED })), status);
}

/** Everything that has to be there before most calls. */
async function makeAll(): Promise<Made> {
  const photo = await uploadPhoto();
  const run = await makeRun(photo.id);
  const [edges] = run.files;
  if (!edges) throw new Error(`The run made no file: ${JSON.stringify(run)}`);
  return {
    ...{ [THINGS.photo]: photo.id, [THINGS.run]: run.id, [THINGS.conversation]: run.conversation },
    [THINGS.edges]: edges.id,
    [THINGS.modelUrl]: "https://93.184.216.34/caption",
    [THINGS.webhookUrl]: new URL("webhooks", inject("expertUrl")).href,
  };
}

async function waitingRun({ [THINGS.photo]: photo = "" }: Made): Promise<RunView> {
  const { id } = await told<RunView>(
    await call("/v1/runs", post({ text: CANNY_REQUEST, resources: [photo], approval: "plan" })),
    202,
  );
  return eventually(async () => {
    const run = await told<RunView>(await call(`/v1/runs/${id}`), 200);
    expect(run.status).toBe("awaiting-approval");
    return run;
  });
}

const withWaitingRun = async (made: Made): Promise<Made> => ({ ...made, [THINGS.run]: (await waitingRun(made)).id });

const withHook = async (made: Made): Promise<Made> => {
  const { id } = await told<{ id: string }>(await call("/v1/hooks", post(CALLS.createHook?.body?.value)), 201);
  return { ...made, [THINGS.hook]: id };
};

const withWebhook = async (made: Made): Promise<Made> => {
  const body = { url: made[THINGS.webhookUrl] };
  const { id } = await told<{ id: string }>(await call("/v1/webhooks", post(body)), 201);
  return { ...made, [THINGS.webhook]: id };
};

/** A run whose webhook has been told of its end. */
const withDelivery = async (made: Made): Promise<Made> => {
  const run = await makeRun(made[THINGS.photo] ?? "", { webhook: { url: made[THINGS.webhookUrl] } });
  return { ...made, [THINGS.run]: run.id, [THINGS.delivery]: await deliveryOf(`/v1/runs/${run.id}`) };
};

/** The one delivery of a run or goal, once it is made. */
const deliveryOf = (path: string): Promise<string> =>
  eventually(async () => {
    const listed = await call(`${path}/deliveries?state=delivered`);
    const { deliveries } = await told<{ deliveries: readonly { id: string }[] }>(listed, 200);
    expect(deliveries).toHaveLength(1);
    return deliveries[0]?.id ?? "";
  });

/** The key of the examples, which the server has heard of. */
const withKey = async (made: Made): Promise<Made> => {
  const tenant = wire(env).tenant(OPEN_HOLDER.tenant);
  if (!(await tenant.findKey("0000002a"))) await tenant.addKey({ id: "0000002a", name: "", limits: UNLIMITED });
  return made;
};

/** What the language model of the examples' goal makes of it. */
const SUMMARY = { name: "summary", kind: "text", description: "What the offer says" };
const BROKEN_DOWN = {
  outputs: [SUMMARY],
  steps: [
    {
      ...{ name: "sum-up", does: "Sum up the offer", inputs: ["offer.txt"], outputs: [SUMMARY], value: 5, effort: 1 },
      ...{ how: "plan", tasks: [{ task: "summarization", args: [{ name: "text", value: "<offer.txt>" }] }] },
    },
  ],
};

/** The language model, and the file of the examples' goal. */
async function withWriter(made: Made): Promise<Made> {
  const url = new URL("mind/examples", inject("expertUrl")).href;
  await expectStatus(await fetch(url, { method: "PUT", body: JSON.stringify([{ say: BROKEN_DOWN }]) }), 200);
  const prices = [{ usd: 0.002, per: "call", source: "https://models.example.com/prices", asOf: "2026-11-01" }];
  expect((await call("/v1/models", post({ id: "our/writer", task: "text-generation", url, prices }))).ok).toBe(true);
  const headers = { "x-filename": "offer.txt", "content-type": "text/plain" };
  const offer = await told<ResourceView>(await call("/v1/resources", { method: "POST", body: OFFER, headers }), 201);
  return { ...made, [THINGS.offer]: offer.id };
}

const OFFER =
  "We offer twelve office chairs at 140 euros each. Delivery takes three weeks and costs nothing. The warranty covers five years. We have made chairs in Trieste since 1954. Our chairs are tested for eight hours a day. Payment is due within thirty days.";

/** A goal of the examples, which waits with its plan or runs to its end. */
async function makeGoal(made: Made, more: object): Promise<Made> {
  const writer = await withWriter(made);
  const body = { goal: GOAL_REQUEST, resources: [writer[THINGS.offer]], budget: { usd: 2 }, ...more };
  const response = await call("/v1/goals", post(body, { prefer: UNTIL_ENDED }));
  expect(response.ok).toBe(true);
  const { id } = await response.json<GoalView>();
  return { ...writer, [THINGS.goal]: id, [THINGS.endedGoal]: id };
}

const withWaitingGoal = (made: Made): Promise<Made> => makeGoal(made, { checkIns: { plan: true } });
const withEndedGoal = (made: Made): Promise<Made> => makeGoal(made, {});

/** A goal whose webhook has been told of its end. */
const withGoalDelivery = async (made: Made): Promise<Made> => {
  const goal = await makeGoal(made, { webhook: { url: made[THINGS.webhookUrl] } });
  return { ...goal, [THINGS.delivery]: await deliveryOf(`/v1/goals/${goal[THINGS.endedGoal]}`) };
};

/** What else a route needs. */
const BEFORE: Readonly<Record<string, (made: Made) => Promise<Made>>> = {
  approvePlan: withWaitingRun,
  pauseRun: withWaitingRun,
  cancelRun: withWaitingRun,
  resumeRun: async (made) => {
    const waiting = await withWaitingRun(made);
    await expectStatus(await call(`/v1/runs/${waiting[THINGS.run]}/pause`, post({})), 200);
    return waiting;
  },
  deleteResponse: async (made) => {
    const body = { model: "impresario", input: "Summarize: Bees make honey." };
    const { id } = await told<{ id: string }>(await call("/openai/v1/responses", post(body)), 200);
    return { ...made, [THINGS.run]: id };
  },
  deleteOpenAiFile: async (made) => ({ ...made, [THINGS.photo]: (await uploadPhoto()).id }),
  deleteConversation: async (made) => {
    const { id } = await told<{ id: string }>(await call("/v1/conversations", post({})), 201);
    return { ...made, [THINGS.conversation]: id };
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
  listRunDeliveries: withDelivery,
  replayDelivery: withDelivery,
  listGoalDeliveries: withGoalDelivery,
  startGoal: withWriter,
  readGoal: withEndedGoal,
  streamGoalEvents: withEndedGoal,
  readGoalReport: withEndedGoal,
  answerCheckIn: withWaitingGoal,
  pauseGoal: withWaitingGoal,
  resumeGoal: async (made) => {
    const waiting = await withWaitingGoal(made);
    await expectStatus(await call(`/v1/goals/${waiting[THINGS.goal]}/pause`, post({})), 200);
    return waiting;
  },
  cancelGoal: withWaitingGoal,
  deleteGoal: withWaitingGoal,
  removeModel: async (made) => {
    const model = { id: "our/captioner", task: "image-to-text", url: "https://93.184.216.34/caption" };
    expect((await call("/v1/models", post(model))).ok).toBe(true);
    return made;
  },
};

const replaceAll = (text: string, made: Made): string =>
  Object.entries(made).reduce((done, [example, actual]) => done.replaceAll(example, actual), text);

const FORM = "multipart/form-data";

/** Makes the call of a route about what was made here. */
function requestOf({ path, method, operation }: (typeof routes)[number], documented: DocumentedCall, made: Made) {
  const { parameters = {}, body } = documented;
  const url = new URL(
    path.replaceAll(/\{(\w+)\}/g, (_, name) => replaceAll(parameters[name] ?? "", made)),
    ORIGIN,
  );
  const headers = new Headers();
  for (const { name, in: place } of operation.parameters) {
    const value = parameters[name];
    if (value === undefined || place === "path") continue;
    if (place === "query") url.searchParams.set(name, value);
    else headers.set(name, name === "Prefer" ? UNTIL_ENDED : value);
  }
  if (body)
    headers.set("content-type", body.mediaType === FORM ? `${FORM}; boundary=${FORM_BOUNDARY}` : body.mediaType);
  const sent = body && (typeof body.value === "string" ? body.value : replaceAll(JSON.stringify(body.value), made));
  return call(url.href, { method: method.toUpperCase(), headers, ...(sent === undefined ? {} : { body: sent }) });
}

const SHOWN_TEXTS: ReadonlySet<string | null> = new Set(["application/json", "text/event-stream"]);

/** Makes a call and writes down what came of it. */
async function record(route: (typeof routes)[number], documented: DocumentedCall, made: Made): Promise<RouteExample> {
  const response = await requestOf(route, documented, made);
  const { status } = response;
  const body = await response.bytes();
  const mediaType = response.headers.get("content-type")?.split(";", 1)[0] ?? null;
  if (!SHOWN_TEXTS.has(mediaType)) return { ...documented, answer: { status, mediaType } };
  const text = new TextDecoder().decode(body);
  const whole: JsonValue = mediaType === "application/json" ? JSON.parse(text) : text;
  checkAnswer(route, status, mediaType, whole);
  const value = masked(whole, swapped(made));
  const isShown = JSON.stringify(value).length <= MAX_SHOWN_CHARS;
  return { ...documented, answer: { status, mediaType, ...(isShown ? { value } : {}) } };
}

const swapped = (made: Made): Made => Object.fromEntries(Object.entries(made).map(([thing, id]) => [id, thing]));

/** Expects an answer to be as `/openapi.json` describes it. */
function checkAnswer(
  { name, operation }: (typeof routes)[number],
  status: number,
  mediaType: string | null,
  answer: JsonValue,
): void {
  const content = operation.responses[status]?.content;
  expect(content, `${name} may be answered with ${status}`).toBeDefined();
  const schema = mediaType === "application/json" ? content?.[mediaType]?.schema : undefined;
  if (schema) expect(validatorOf(schema, description).safeParse(answer).error, name).toBeUndefined();
}

describe("the examples of /openapi.json", () => {
  it("leave no route out, and are of routes that there are", () => {
    expect(Object.keys(CALLS).toSorted()).toEqual(routes.map(({ name }) => name).toSorted());
  });

  it("are what the Worker answers; `vitest -u` records them anew", { timeout: OF_EVERY_ROUTE_MS }, async () => {
    const made = await makeAll();
    const examples: Record<string, RouteExample> = {};
    for (const [name, documented] of Object.entries(CALLS)) {
      const route = routes.find((one) => one.name === name);
      if (!route) throw new Error(`There is no route ${name}`);
      examples[name] = await record(route, documented, (await BEFORE[name]?.(made)) ?? made);
    }
    const problem = masked(await (await call("/v1/runs", post({ text: "" }))).json<JsonValue>(), {});
    const file = `${JSON.stringify({ routes: examples, problem }, null, 2)}\n`;
    await expect(file).toMatchFileSnapshot("../../../src/http/docs/examples.json");
  });

  it.each(exemplified)("stand at $name with all that it takes", ({ operation, example }) => {
    const { parameters = {}, body, answer } = example;
    const known = operation.parameters.map((one) => one.name);
    const needed = operation.parameters.filter((one) => one.required).map((one) => one.name);
    expect(known).toEqual(expect.arrayContaining(Object.keys(parameters)));
    expect(Object.keys(parameters)).toEqual(expect.arrayContaining(needed));
    expect(body !== undefined).toBe(operation.requestBody !== undefined);
    const content = operation.responses[answer.status]?.content;
    const { example: shown } = content?.[answer.mediaType ?? ""] ?? content?.["*/*"] ?? {};
    if (typeof shown === typeof answer.value) expect(shown).toEqual(answer.value);
    else expect(answer.value).toContain(`data: ${JSON.stringify(shown)}\n`);
  });
});

describe("what /openapi.json describes", () => {
  const isOf = (schema: object | undefined, value: unknown): boolean =>
    schema !== undefined && validatorOf(schema, description).safeParse(value).success;

  it.each(routes)("has a schema for all content of $name, and examples that are as it says", ({ operation }) => {
    const contents = [operation.requestBody, ...Object.values(operation.responses)].map((one) => one?.content ?? {});
    for (const content of contents) {
      for (const [mediaType, { schema, example }] of Object.entries(content)) {
        expect(Object.keys(schema ?? {}), mediaType).not.toEqual([]);
        if (example !== undefined) expect(isOf(schema, example), mediaType).toBe(true);
      }
    }
    for (const { name, schema, example } of operation.parameters) {
      if (example !== undefined) expect(isOf(schema, example), name).toBe(true);
    }
  });

  it("has defaults in words alone, as generators of clients ask for a field that has one", () => {
    const places: string[] = [];
    const visit = (part: unknown, place: string): void => {
      if (typeof part !== "object" || part === null) return;
      for (const [name, inner] of Object.entries(part)) {
        if (name === "default" && !/\.(?:properties|responses)$/.test(place)) places.push(place);
        if (name !== "example") visit(inner, `${place}.${name}`);
      }
    };
    visit(description, "");
    expect(places).toEqual([]);
    const { template, missing } = (description.components.schemas.NewHook as { properties: Record<string, object> })
      .properties;
    expect(template).toMatchObject({ description: expect.stringMatching(/ Left out: `""`\.$/) });
    expect(missing).toMatchObject({ description: expect.stringMatching(/ Left out: `"refuse"`\.$/) });
  });
});

describe("a schema of /openapi.json", () => {
  const run = { $ref: "#/components/schemas/Run" };
  const wrong: readonly [string, (ended: RunView) => object][] = [
    ["a field of another type", () => ({ queuePosition: "0" })],
    ["a status that there is not", () => ({ status: "done" })],
    [
      "a fault in what it refers to",
      ({ tasks }) => ({ tasks: [{ ...tasks[0], candidates: [{ provider: "embedded" }] }] }),
    ],
  ];
  it.each(wrong)("refuses an answer with %s", (_, fault) => {
    const validator = validatorOf(run, description);
    const ended = recorded.routes.readRun?.answer.value as unknown as RunView;
    expect(validator.safeParse(ended).success).toBe(true);
    expect(validator.safeParse({ ...ended, ...fault(ended) }).success).toBe(false);
  });
});
