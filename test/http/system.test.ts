import { describe, expect, expectTypeOf, it } from "vitest";
import type * as z from "zod";
import { KIND_FACTS, LIMITS } from "../../src/domain/system-facts.ts";
import type {
  ConversationView,
  conversationView,
  ProblemView,
  problemView,
  ResourceView,
  RunView,
  resourceView,
  runView,
} from "../../src/http/schemas/views.ts";
import { ALICE, createCaller } from "./caller.ts";
import { createBackstage } from "./doubles.ts";

/** What a schema gives, as the views declare it. */
type Shown<T> = T extends readonly (infer Item)[]
  ? readonly Shown<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Shown<T[Key]> }
    : T;

const { bare, as } = createCaller();

describe("the schemas of the views", () => {
  it("are the view types, neither more nor less", () => {
    expectTypeOf<Shown<z.output<typeof runView>>>().toEqualTypeOf<Shown<RunView>>();
    expectTypeOf<Shown<z.output<typeof resourceView>>>().toEqualTypeOf<Shown<ResourceView>>();
    expectTypeOf<Shown<z.output<typeof conversationView>>>().toEqualTypeOf<Shown<ConversationView>>();
    expectTypeOf<Shown<z.output<typeof problemView>>>().toEqualTypeOf<Shown<ProblemView>>();
  });
});

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly security: readonly object[];
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema: object;
  }[];
  readonly requestBody?: { readonly content: Record<string, { schema?: object }> };
  readonly responses: Record<string, { readonly description: string }>;
}

interface Document {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, { readonly properties?: Record<string, object> }> };
}

const description = async (): Promise<Document> => (await bare("/openapi.json")).json();

describe("/openapi.json", () => {
  it("describes every route, each by a name of its own", async () => {
    const { openapi, paths } = await description();
    expect(openapi).toBe("3.1.1");
    const operations = Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ call: `${method} ${path}`, ...operation })),
    );
    expect(operations.map(({ call }) => call)).toEqual(
      expect.arrayContaining([
        "post /v1/runs",
        "get /v1/runs/{id}/events",
        "post /v1/runs/{id}/approve",
        "post /v1/conversations/{id}/messages",
        "post /v1/resources",
        "get /v1/resources/{id}",
        "delete /v1/keys/{keyId}",
      ]),
    );
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    for (const { call, parameters, responses } of operations) {
      const inPath = [...call.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(parameters.filter((one) => one.in === "path").map((one) => one.name)).toEqual(inPath);
      expect(Object.keys(responses)).toContain("default");
    }
  });

  it("points only to schemas that are there, and uses all of them", async () => {
    const document = await description();
    const named = Object.keys(document.components.schemas).map((id) => `#/components/schemas/${id}`);
    const used = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)].map(([, ref]) => ref);
    expect([...new Set(used)].toSorted()).toEqual(named.toSorted());
    expect(JSON.stringify(document)).not.toMatch(/"\$(?:id|schema)":/);
  });

  it("names the fields that messages and views have", async () => {
    const { schemas } = (await description()).components;
    expect(Object.keys(schemas.Message?.properties ?? {})).toEqual([
      "text",
      "resources",
      "plan",
      "constraints",
      "selection",
      "controller",
      "planning",
      "budget",
      "approval",
      "reuse",
      "response_format",
      "webhook",
    ]);
    expect(schemas.Resource).toMatchObject({
      type: "object",
      properties: { bytes: { type: "integer" }, createdAt: { type: "string", format: "date-time" } },
      required: expect.not.arrayContaining(["expiresAt"]),
    });
    expect(schemas.Run).toMatchObject({ properties: { answer: { type: ["string", "null"] } } });
  });
});

describe("what the server says of itself", () => {
  it("is what is switched on", async () => {
    expect(await (await bare("/v1/health")).json()).toEqual({
      status: "ok",
      auth: "keys",
      languageModel: null,
      retentionDays: null,
      limits: LIMITS,
      formats: KIND_FACTS,
      providers: { custom: { models: 1, taskTypes: 1 } },
      taskTypes: { known: expect.any(Number), available: 1 },
      controllers: { first: "auto", planning: "global", configured: ["embedded"] },
    });
  });

  it("names the controllers that a message can ask for", async () => {
    const variables = {
      CONTROLLER: "openai",
      PLANNING: "light",
      OPENAI_API_KEY: "sk-secret",
      OPENAI_MODEL: "a/model",
    };
    const { bare: call } = createCaller(createBackstage("keys", variables));
    const health = await (await call("/v1/health")).text();
    expect(JSON.parse(health)).toMatchObject({
      controllers: { first: "openai", planning: "light", configured: ["embedded", "openai"] },
    });
    expect(health).not.toContain("sk-secret");
  });

  it("begins with links that lead somewhere", async () => {
    const { links } = await (await bare("/")).json<{ links: Record<string, string> }>();
    for (const path of Object.values(links)) expect((await as(ALICE)(path)).status).not.toBe(404);
  });

  it("lists the task types with their ports, and who does them", async () => {
    const { taskTypes } = await (await as(ALICE)("/v1/task-types")).json<{ taskTypes: { name: string }[] }>();
    expect(taskTypes.find(({ name }) => name === "summarization")).toMatchObject({
      area: "language",
      inputs: [
        { name: "text", kinds: ["text"], required: true },
        { name: "length", kinds: ["text"], required: false },
      ],
      does: true,
      wouldDo: [],
      endpoints: [{ provider: "custom", model: "a/expert", grade: "full" }],
    });
    expect(taskTypes.find(({ name }) => name === "image-to-text")).toMatchObject({ endpoints: [] });
  });
});
