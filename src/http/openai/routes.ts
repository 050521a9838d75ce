import { readApiKey } from "../../domain/api-key.ts";
import { failure } from "../../domain/errors.ts";
import type { AppContext } from "../context.ts";
import { bearerOf, type CallerIdentity } from "../identity.ts";
import { problem } from "../problem.ts";
import { param, type Route, route } from "../route.ts";
import { canPursueGoals } from "../start-goal.ts";
import { listModels } from "./models.ts";
import type { OpenAiModel } from "./schemas.ts";

/**
 * Says who asks. Clients of OpenAI send a key whether they have one or not: where none is needed, one of another service
 * is neither used nor kept.
 */
async function admit(identity: CallerIdentity, c: AppContext): Promise<void> {
  const { ids, config } = c.get("wiring");
  const key = bearerOf(c.req.header("authorization") ?? "");
  const isNeedless = config.auth === "open" && (key === null || (await readApiKey(ids, key)) === null);
  await identity.admitClient(c, isNeedless ? null : key);
}

async function modelsFor(c: AppContext): Promise<readonly OpenAiModel[]> {
  const { wiring, holder } = c.var;
  const pursuesGoals = canPursueGoals(await wiring.facts(holder.tenant));
  return listModels(wiring.controllerChoice, pursuesGoals, wiring.config.openAiModelAliases);
}

const DONE = { "application/json": "OpenAiResponse" } as const;

/** What clients ask of a response that was made; the module that does it is loaded when it is first asked for. */
const responseRoutes = (identity: CallerIdentity): readonly Route[] => {
  const served =
    (name: "createResponse" | "readResponse" | "cancelResponse" | "deleteResponse") =>
    async (c: AppContext): Promise<Response> => {
      await admit(identity, c);
      const served = await import("./responses/serve.ts");
      return served[name](c);
    };
  const common = { access: "client", fault: "OpenAiError" } as const;
  return [
    route(
      {
        ...common,
        ...{ method: "post", path: "/openai/v1/responses", name: "createResponse" },
        summary: "A response, as OpenAI's API has it",
        description:
          "As a chat completion, in the shape of OpenAI's newer API: with `stream` its typed events, with `background` at once. `previous_response_id` goes on with the conversation of that response. The body may hold 30 MiB.",
        headers: {
          "Idempotency-Key": "Makes a repeat of the request within a day return the same run.",
          "X-HF-Token": "Your own token of Hugging Face, for this run.",
        },
        streams: { "application/json": "OpenAiResponseRequest" },
        answers: {
          200: {
            description: "The response, or with `stream` its events.",
            headers: {
              "X-Impresario-Run": "The id of the run.",
              "X-Impresario-Conversation": "The id of its conversation, to go on with.",
              "X-Impresario-Ignored": "Parts of the request that change nothing, where there are any.",
            },
            content: { ...DONE, "text/event-stream": "OpenAiResponseEvent" },
          },
        },
      },
      served("createResponse"),
    ),
    route(
      {
        ...common,
        ...{
          method: "get",
          path: "/openai/v1/responses/{id}",
          name: "readResponse",
          summary: "A response as it stands",
        },
        answers: { 200: { description: "With as much of its request as is kept.", content: DONE } },
      },
      served("readResponse"),
    ),
    route(
      {
        ...common,
        ...{ method: "post", path: "/openai/v1/responses/{id}/cancel", name: "cancelResponse" },
        summary: "End the run of a response",
        answers: { 200: { description: "The response; one that has ended is as it was.", content: DONE } },
      },
      served("cancelResponse"),
    ),
    route(
      {
        ...common,
        ...{ method: "delete", path: "/openai/v1/responses/{id}", name: "deleteResponse" },
        summary: "Delete a response with its conversation",
        description: "Refused while other responses are in the conversation.",
        answers: {
          200: { description: "It is gone.", content: { "application/json": "OpenAiDeletedResponse" } },
        },
      },
      served("deleteResponse"),
    ),
  ];
};

export const openAiRoutes = (identity: CallerIdentity): readonly Route[] => [
  route(
    {
      method: "post",
      path: "/openai/v1/chat/completions",
      name: "completeChat",
      summary: "A chat completion, as OpenAI's API has it",
      description:
        "The messages of the user at the end are run, and the answer is Markdown with signed links to what was made. Without `conversation` a conversation of its own begins with the other messages. The model `impresario-goal` pursues the messages as a goal, and answers with what it came to or with the question that it waits with. A client that leaves a stream cancels the run, unless it is `detached` or has an Idempotency-Key. The body may hold 30 MiB.",
      access: "client",
      headers: {
        "Idempotency-Key": "Makes a repeat of the request within a day return the same run.",
        "X-HF-Token": "Your own token of Hugging Face, for this run.",
      },
      streams: { "application/json": "OpenAiChatRequest" },
      answers: {
        200: {
          description: "The answer, or with `stream` its chunks.",
          headers: {
            "X-Impresario-Run": "The id of the run.",
            "X-Impresario-Goal": "The id of the goal, in place of the two others.",
            "X-Impresario-Conversation": "The id of its conversation, to go on with.",
            "X-Impresario-Ignored": "Parts of the request that change nothing, where there are any.",
          },
          content: { "application/json": "OpenAiChatCompletion", "text/event-stream": "OpenAiChatChunk" },
        },
      },
      fault: "OpenAiError",
    },
    async (c) => {
      await admit(identity, c);
      const { completeChat } = await import("./serve.ts");
      return completeChat(c);
    },
  ),
  ...responseRoutes(identity),
  route(
    {
      method: "get",
      path: "/openai/v1/models",
      name: "listOpenAiModels",
      summary: "Who may plan and answer, as models of OpenAI's API",
      access: "client",
      answers: { 200: { description: "All that are configured.", content: { "application/json": "OpenAiModelList" } } },
      fault: "OpenAiError",
    },
    async (c) => {
      await admit(identity, c);
      return c.json({ object: "list", data: await modelsFor(c) });
    },
  ),
  route(
    {
      method: "get",
      path: "/openai/v1/models/{model}",
      name: "readOpenAiModel",
      summary: "One of them",
      access: "client",
      answers: { 200: { description: "The model.", content: { "application/json": "OpenAiModel" } } },
      fault: "OpenAiError",
    },
    async (c) => {
      await admit(identity, c);
      const name = param(c, "model");
      const found = (await modelsFor(c)).find(({ id }) => id === name);
      return found ? c.json(found) : problem(c, failure("not-found", `There is no model ${name.slice(0, 100)}`));
    },
  ),
];
