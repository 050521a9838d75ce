import { readApiKey } from "../../domain/api-key.ts";
import { failure } from "../../domain/errors.ts";
import type { AppContext } from "../context.ts";
import { bearerOf, type CallerIdentity } from "../identity.ts";
import { problem } from "../problem.ts";
import { param, type Route, route, type ViewName } from "../route.ts";
import { canPursueGoals } from "../start-goal.ts";
import { listModels } from "./models.ts";
import { filesQuery, inputItemsQuery, responseQuery } from "./queries.ts";
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
    (name: "createResponse" | "cancelResponse" | "deleteResponse") =>
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
        description:
          "With `stream=true` its events from the first on, or behind the one that `starting_after` names, until it has ended; one who leaves changes nothing.",
        query: responseQuery,
        answers: {
          200: {
            description: "With as much of its request as is kept.",
            content: { ...DONE, "text/event-stream": "OpenAiResponseEvent" },
          },
        },
      },
      async (c, { query }) => {
        await admit(identity, c);
        return (await import("./responses/serve.ts")).readResponse(c, query);
      },
    ),
    route(
      {
        ...common,
        ...{ method: "get", path: "/openai/v1/responses/{id}/input_items", name: "listInputItems" },
        summary: "The message of a response, and the results of functions that it brought",
        description:
          "Its text with its files, and the calls of functions for it with what they gave, where somebody decided on functions. Instructions and earlier messages are not kept as items of it.",
        query: inputItemsQuery,
        answers: {
          200: { description: "The items, the newest first.", content: { "application/json": "OpenAiInputItems" } },
        },
      },
      async (c, { query }) => {
        await admit(identity, c);
        return (await import("./responses/serve.ts")).listInputItems(c, query);
      },
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

const NAMED_MODEL =
  "`model` is one of `/openai/v1/models`, which leaves the choice to the rules, or the id of the model that is to do it. The run is in the header `X-Impresario-Run`.";
const RUN_HEADERS = { "X-Impresario-Run": "The id of the run." };

/** One task each, and files; the module that does them is loaded when it is first asked for. */
const taskRoutes = (identity: CallerIdentity): readonly Route[] => {
  const served =
    (
      name:
        | "speak"
        | "embed"
        | "drawImages"
        | "editImage"
        | "transcribe"
        | "uploadFile"
        | "readFile"
        | "deleteFile"
        | "readFileContent",
    ) =>
    async (c: AppContext): Promise<Response> => {
      await admit(identity, c);
      const served = await import("./tasks/serve.ts");
      return served[name](c);
    };
  const posted = { method: "post", access: "client", fault: "OpenAiError" } as const;
  const read = { method: "get", access: "client", fault: "OpenAiError" } as const;
  const answer = (description: string, content: Readonly<Record<string, ViewName | null>>) => ({
    200: { description, content, headers: RUN_HEADERS },
    400: { description: "What keeps it from being done.", content: { "application/json": "OpenAiError" } as const },
  });
  return [
    route(
      {
        ...{ ...posted, path: "/openai/v1/audio/speech", name: "speak", summary: "Read a text aloud" },
        description: NAMED_MODEL,
        streams: { "application/json": "OpenAiSpeechRequest" },
        answers: answer("The sound.", { "*/*": null }),
      },
      served("speak"),
    ),
    route(
      {
        ...{ ...posted, path: "/openai/v1/audio/transcriptions", name: "transcribe" },
        summary: "Write down what is said in a recording",
        description: `A form with \`file\`, \`model\` and \`response_format\` (\`json\` or \`text\`). ${NAMED_MODEL}`,
        streams: { "multipart/form-data": "OpenAiTranscriptionForm" },
        answers: answer("The transcript.", { "application/json": "OpenAiTranscription", "text/plain": null }),
      },
      served("transcribe"),
    ),
    route(
      {
        ...{ ...posted, path: "/openai/v1/images/generations", name: "drawImages" },
        summary: "Make pictures from a description",
        description: NAMED_MODEL,
        streams: { "application/json": "OpenAiImageRequest" },
        answers: answer("The pictures.", { "application/json": "OpenAiImages" }),
      },
      served("drawImages"),
    ),
    route(
      {
        ...{ ...posted, path: "/openai/v1/images/edits", name: "editImage" },
        summary: "Change a picture by an instruction",
        description: `A form with \`image\` and \`prompt\`, and \`model\`, \`n\`, \`response_format\`. ${NAMED_MODEL}`,
        streams: { "multipart/form-data": "OpenAiImageEditForm" },
        answers: answer("The pictures.", { "application/json": "OpenAiImages" }),
      },
      served("editImage"),
    ),
    route(
      {
        ...{ ...posted, path: "/openai/v1/embeddings", name: "embed", summary: "Turn texts into vectors" },
        description: NAMED_MODEL,
        streams: { "application/json": "OpenAiEmbeddingsRequest" },
        answers: answer("A vector for each text.", { "application/json": "OpenAiEmbeddings" }),
      },
      served("embed"),
    ),
    route(
      {
        ...{ ...posted, path: "/openai/v1/files", name: "uploadOpenAiFile", summary: "Upload a file" },
        description: "A form with `file`. As `POST /v1/resources`: messages name it by its id.",
        streams: { "multipart/form-data": "OpenAiFileForm" },
        answers: { 200: { description: "The file.", content: { "application/json": "OpenAiFile" } } },
      },
      served("uploadFile"),
    ),
    route(
      {
        ...{ ...read, path: "/openai/v1/files", name: "listOpenAiFiles", summary: "Uploads, the newest first" },
        description: "Those of `POST /v1/resources` as well; one that no conversation adopts is deleted after a day.",
        query: filesQuery,
        answers: { 200: { description: "A page of them.", content: { "application/json": "OpenAiFileList" } } },
      },
      async (c, { query }) => {
        await admit(identity, c);
        return (await import("./tasks/serve.ts")).listFiles(c, query);
      },
    ),
    route(
      {
        ...{ ...read, path: "/openai/v1/files/{id}", name: "readOpenAiFile", summary: "What is known of an upload" },
        answers: { 200: { description: "The file.", content: { "application/json": "OpenAiFile" } } },
      },
      served("readFile"),
    ),
    route(
      {
        ...{ ...read, method: "delete", path: "/openai/v1/files/{id}", name: "deleteOpenAiFile" },
        summary: "Delete an upload",
        description: "Refused while a conversation or goal has it: it is deleted with that.",
        answers: { 200: { description: "It is gone.", content: { "application/json": "OpenAiDeletedFile" } } },
      },
      served("deleteFile"),
    ),
    route(
      {
        ...{ ...read, path: "/openai/v1/files/{id}/content", name: "readOpenAiFileContent" },
        summary: "The bytes of a file",
        answers: { 200: { description: "The file.", content: { "*/*": null } } },
      },
      served("readFileContent"),
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
  ...taskRoutes(identity),
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
