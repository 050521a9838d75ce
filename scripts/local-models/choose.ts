import { MIN_CONTEXT_TOKENS } from "../../src/config/controllers.ts";
import { MIN_INSTRUCTED_PARAMETERS } from "../../src/domain/experts.ts";
import { type LocalModel, USUAL_CONTEXT_TOKENS } from "./model-lists.ts";
import type { FoundServer } from "./servers.ts";

/**
 * A laptop answers in seconds with models up to this size; of larger ones the smallest is taken. One that is loaded has
 * shown that the machine can.
 */
const REASONABLE_PARAMETERS = 10e9;

/**
 * Of a model that is to plan. One of 1.5 billion parameters, which writes texts well enough, planned more requests wrongly
 * than the embedded planner does alone, also among those that it is unsure of (docs/evaluation.md, "Real models"); of 7
 * billion are those that HIVE's light mode was published with, and none between was at hand.
 */
const MIN_PLANNING_PARAMETERS = 3e9;

/** Whether a model may plan what the embedded planner is unsure of; one of unknown size may. */
export const mayPlan = ({ parameters }: LocalModel): boolean =>
  (parameters ?? Number.POSITIVE_INFINITY) >= MIN_PLANNING_PARAMETERS;

/** One server, and its models that are used: one for each thing that can be done. */
export interface LocalChoice {
  readonly server: FoundServer;
  readonly chat: LocalModel;
  /** The same as `chat` where that sees. */
  readonly vision: LocalModel | null;
  readonly embeddings: LocalModel | null;
}

/**
 * Which of the models that were found are used: the chat model that `compare` puts first, and what else its server has, as
 * there is one address for all of them. Null where nothing chats.
 * @param leastContext the smallest context of a chat model that is of use, in tokens
 */
export function chooseModels(servers: readonly FoundServer[], leastContext = MIN_CONTEXT_TOKENS): LocalChoice | null {
  const offers = servers.flatMap((server) =>
    server.models.filter((model) => chats(model, leastContext)).map((model) => ({ server, model })),
  );
  const [offer] = offers.toSorted((one, other) => compare(one.model, other.model));
  if (!offer) return null;
  const { server, model: chat } = offer;
  const first = (does: LocalModel["does"]): LocalModel | null =>
    server.models.filter((model) => model.does === does).toSorted(compare)[0] ?? null;
  return {
    server,
    chat,
    vision: chat.does === "vision" ? chat : first("vision"),
    embeddings: first("embeddings"),
  };
}

/**
 * Whether a model chats; one that is known to be too small repeats and invents, and one whose context is has no room for an
 * answer and what it is made of: these are used only where they are named.
 */
const chats = ({ does, parameters, contextTokens }: LocalModel, leastContext: number): boolean =>
  does !== "embeddings" &&
  (parameters ?? MIN_INSTRUCTED_PARAMETERS) >= MIN_INSTRUCTED_PARAMETERS &&
  (contextTokens ?? USUAL_CONTEXT_TOKENS) >= leastContext;

/**
 * What is loaded first; then the largest of a reasonable size, then what nobody tells the size of, then the smallest of
 * the others; by name where all of that is the same.
 */
function compare(one: LocalModel, other: LocalModel): number {
  const others = keysOf(other);
  const difference = keysOf(one)
    .map((key, at) => key - (others[at] ?? 0))
    .find((apart) => apart !== 0);
  return difference ?? (one.name < other.name ? -1 : Number(one.name > other.name));
}

function keysOf({ isLoaded, parameters }: LocalModel): readonly number[] {
  const load = isLoaded ? 0 : 1;
  if (parameters === null) return [load, 1, 0];
  return parameters > REASONABLE_PARAMETERS ? [load, 2, parameters] : [load, 0, -parameters];
}
