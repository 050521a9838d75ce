import { readApiKey } from "../../domain/api-key.ts";
import { AppError, failure } from "../../domain/errors.ts";
import { readLink } from "../../domain/links.ts";
import type { AppContext } from "../context.ts";
import { bearerOf, type CallerIdentity } from "../identity.ts";
import { problem } from "../problem.ts";
import { param, type Route, route, type ViewName } from "../route.ts";
import { answerFile } from "../routes/downloads.ts";
import { type HuggingGptBody, huggingGptBody } from "./body.ts";
import { FOLDERS, readMediaName } from "./media-names.ts";

type Serve = typeof import("./serve.ts");

/** The calls of the original server; the code that answers them is loaded with the first call. */
const CALLS = [
  {
    path: "/hugginggpt",
    name: "askHuggingGpt",
    summary: "The answer to a dialogue, as the original HuggingGPT server gives it",
    view: "HuggingGptAnswer",
    answer: "answerMessage",
  },
  {
    path: "/tasks",
    name: "planHuggingGpt",
    summary: "The plan for a dialogue, as the original HuggingGPT server gives it; nothing runs",
    view: "HuggingGptPlan",
    answer: "answerTasks",
  },
  {
    path: "/results",
    name: "runHuggingGpt",
    summary: "What the tasks of a plan made, as the original HuggingGPT server gives it",
    view: "HuggingGptResults",
    answer: "answerResults",
  },
] as const satisfies readonly {
  readonly path: `/${string}`;
  readonly name: string;
  readonly summary: string;
  readonly view: ViewName;
  readonly answer: keyof Serve;
}[];

const DESCRIPTION =
  "For clients of the original server, unchanged. Whose turn it is may stand in `api_key` as well. It waits up to 170 s.";

const callRoutes = (identity: CallerIdentity): readonly Route[] =>
  CALLS.map(({ path, name, summary, view, answer }) =>
    route(
      {
        method: "post",
        path,
        name,
        summary,
        description: DESCRIPTION,
        access: "client",
        body: huggingGptBody,
        answers: { 200: { description: "What the client expects.", content: { "application/json": view } } },
      },
      async (c, { body }) => {
        await admit(identity, c, body);
        const serve = await import("./serve.ts");
        return serve[answer](c, body);
      },
    ),
  );

const mediaRoutes = (identity: CallerIdentity): readonly Route[] =>
  FOLDERS.map((folder) =>
    route(
      {
        method: "get",
        path: `/${folder}/{name}`,
        name: `readHuggingGpt${folder[0]?.toUpperCase()}${folder.slice(1)}`,
        summary: `A file by the path that answers to HuggingGPT's clients have for it, under /${folder}`,
        description: "The name is a signed link that expires; without its signature it needs an API key.",
        access: "client",
        answers: { 200: { description: "The file.", content: { "*/*": null } } },
      },
      (c) => serveMedia(identity, c),
    ),
  );

async function serveMedia(identity: CallerIdentity, c: AppContext): Promise<Response> {
  const name = readMediaName(param(c, "name"));
  if (!name) return problem(c, failure("not-found", "There is no file of this name"));
  if (name.link) return answerFile(c, await readLink(c.var.wiring.ids, name.id, name.link, Date.now()), name.id);
  await identity.admitClient(c, bearerOf(c.req.header("authorization") ?? ""));
  return answerFile(c, c.var.holder.tenant, name.id);
}

export const huggingGptRoutes = (identity: CallerIdentity): readonly Route[] => [
  ...callRoutes(identity),
  ...mediaRoutes(identity),
];

/**
 * Identifies the caller by a key of this deployment in the header or in `api_key`, as original clients have no other
 * place for one. Keys of other services, which those clients send in both, are neither used nor kept.
 * @throws {AppError} `forbidden` for a chosen endpoint, `unauthorized` as everywhere
 */
async function admit(identity: CallerIdentity, c: AppContext, body: HuggingGptBody): Promise<void> {
  if ((body.api_endpoint ?? "").trim() !== "") {
    throw new AppError("forbidden", "Leave out `api_endpoint`: callers do not choose where requests and keys are sent");
  }
  const { ids, config } = c.get("wiring");
  const shown = [bearerOf(c.req.header("authorization") ?? ""), body.api_key ?? null];
  for (const key of shown) {
    if (key !== null && (await readApiKey(ids, key))) return identity.admitClient(c, key);
  }
  if (config.auth === "open") return identity.admitClient(c, null);
  throw new AppError(
    "unauthorized",
    "Send an API key of this server (imp_…) as `api_key` or as `Authorization: Bearer`; a key of another service is none",
  );
}
