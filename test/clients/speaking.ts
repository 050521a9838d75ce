import { afterAll } from "vitest";
import { startLanguageServer } from "../servers/end-to-end/language-server.ts";
import { useServer } from "../servers/use-server.ts";

/** What the model fills forms with: a mood where one is asked for. */
export const MOOD = { mood: "positive" };
export const REVIEW = "What is the sentiment of: This hotel was wonderful! Answer as JSON with mood.";
export const ASKED = "What is the weather in Paris and in Oslo?";
/** What comes of it where the tool gives 7 degrees everywhere. */
export const TOLD = "Paris: 7 degrees, Oslo: 7 degrees";
export const BEES = "Summarize: Bees make honey. Honey is sweet. People like it.";
export const LIMIT_MS = 120_000;
/** The clients insist on a key, and the servers of the tests are open. */
export const API_KEY = "sk-none";

interface Program {
  readonly tools: readonly { readonly name: string; readonly parameters?: unknown }[];
  readonly called: readonly { readonly arguments: Readonly<Record<string, string>>; readonly gave: string }[];
}

/** What there is to be called for a request: by what a tool is named, and what its schema takes. */
function callsFor({ name, parameters }: Program["tools"][number], request: string): readonly object[] {
  const takes = JSON.stringify(parameters ?? {});
  const cities = ["Paris", "Oslo"].filter((city) => request.includes(city));
  if (cities.length > 0 && takes.includes('"city"')) return cities.map((city) => ({ city }));
  if (cities.length > 0 && takes.includes('"input"')) return [{ input: request }];
  if (request.includes("mood") && takes.includes('"mood"')) return [MOOD];
  return cities.length > 0 && name.startsWith("transfer_to_") ? [{}] : [];
}

/** Calls what there is to be called, as many at once as it may, and then tells what that gave. */
function decide([shown = "", ...rejected]: readonly string[]): string {
  const [program = "", ...request] = shown.split("\n");
  const { tools, called } = JSON.parse(program) as Program;
  const told = called.flatMap(({ arguments: { city, input }, gave }) =>
    city === undefined ? (input === undefined ? [] : [gave]) : [`${city}: ${gave}`],
  );
  if (told.length > 0) return JSON.stringify({ calls: [], reply: told.join(", ") });
  const calls = tools.flatMap((tool) =>
    callsFor(tool, request.join("\n")).map((given) => ({ tool: tool.name, arguments: given })),
  );
  return JSON.stringify({ calls: rejected.length > 0 ? calls.slice(0, 1) : calls, reply: null });
}

/** A server with a language model, which knows of weather and moods. @returns where OpenAI's API begins */
export async function useSpeakingServer(): Promise<() => string> {
  const model = await startLanguageServer({
    tools: decide,
    form: ([request = ""]) =>
      JSON.stringify({ missing: [], value: request.includes("mood") ? MOOD : { said: request } }),
  });
  afterAll(() => model.stop());
  const { url } = useServer({ OPENAI_BASE_URL: model.url, OPENAI_MODEL: "a-model" });
  return () => `${url()}/openai/v1`;
}
