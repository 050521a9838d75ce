/** The chapters of the API in the order they are read, with what the paths of each begin with. */
const CHAPTERS: readonly (readonly [name: string, beginnings: readonly string[]])[] = [
  ["Runs", ["/v1/runs", "/v1/plan"]],
  ["Goals", ["/v1/goals"]],
  ["Conversations", ["/v1/conversations"]],
  ["Files", ["/v1/resources"]],
  ["Models", ["/v1/models", "/v1/own-models", "/v1/catalogue", "/v1/task-types"]],
  ["Webhooks", ["/v1/hooks", "/v1/webhooks", "/hooks"]],
  ["Keys", ["/v1/keys"]],
  ["OpenAI-compatible", ["/openai"]],
  ["Model Context Protocol", ["/mcp"]],
  ["HuggingGPT-compatible", ["/hugginggpt", "/tasks", "/results", "/images", "/audios", "/videos"]],
];
/** Of what belongs to none of them. */
const SERVER = "Server";

/** The chapter that a route stands in. */
export const tagOf = (path: string): string =>
  CHAPTERS.find(([, beginnings]) => beginnings.some((one) => path === one || path.startsWith(`${one}/`)))?.[0] ??
  SERVER;

/** The chapters that any of the routes stands in. */
export function tagsOf(paths: readonly string[]): readonly { readonly name: string }[] {
  const used = new Set(paths.map(tagOf));
  return [...CHAPTERS.map(([name]) => name), SERVER].filter((name) => used.has(name)).map((name) => ({ name }));
}
