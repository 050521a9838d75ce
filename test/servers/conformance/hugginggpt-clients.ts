/** The original's own clients, as far as a server can tell: what they send, how long they wait, what they show. */

export interface ChatMessage {
  readonly role: "user" | "assistant" | "system";
  readonly content: string;
}

/** What the web client shows a turn of: its text, and the media that it found in it by their extensions. */
export interface ShownTurn {
  readonly role: ChatMessage["role"];
  readonly text: string;
  readonly media: readonly string[];
}

const GREETING: ChatMessage = {
  role: "assistant",
  content: "Hi there, I am HuggingGPT empowered by Huggingface family!",
};
/** As its page looks for them, letter by letter. */
const SHOWN = [
  /(http(s?):|\/)([/|.|\S||\w|:|-])*?\.(?:jpg|jpeg|tiff|gif|png)/g,
  /(http(s?):|\/)([/|.|\w|\S|:|-])*?\.(?:flac|wav)/g,
  /(http(s?):|\/)([/|.|\w|\s|:|-])*?\.(?:mp4)/g,
];
const WEB_TIMEOUT_MS = 180_000;
/** Where `npm run dev` serves its page. */
export const PAGE = "http://localhost:9999";

/**
 * The page of `web/`: keeps the dialogue, sends all of it but its greeting, and puts what comes back into the page as
 * HTML. Its first version sent the user's key of OpenAI in a header; the last one sends none.
 */
export function createWebClient(baseUrl: string, openAiKey?: string) {
  const messages: ChatMessage[] = [GREETING];
  return {
    async send(content: string, signal: AbortSignal = AbortSignal.timeout(WEB_TIMEOUT_MS)): Promise<ShownTurn> {
      messages.push({ role: "user", content });
      const sent = messages.filter(({ role }) => role !== "system").slice(1);
      const response = await fetch(`${baseUrl}/hugginggpt`, {
        method: "POST",
        headers: {
          ...{ accept: "application/json, text/plain, */*", "content-type": "application/json", origin: PAGE },
          ...(openAiKey === undefined ? {} : { authorization: `Bearer ${openAiKey}` }),
        },
        body: JSON.stringify({ model: "gpt-3.5-turbo", messages: sent }),
        signal,
      });
      if (!response.ok) {
        const turn = { role: "system", content: `Request failed with status code ${response.status}` } as const;
        messages.push(turn);
        return { role: turn.role, text: turn.content, media: [] };
      }
      const { message }: { readonly message?: string } = await response.json();
      const answer = { role: "assistant", content: message || "empty content" } as const;
      messages.push(answer);
      const found = SHOWN.flatMap((pattern) => answer.content.match(pattern) ?? []);
      const media = [...new Set(found.map((one) => (one.startsWith("http") ? one : baseUrl + one)))];
      return { role: answer.role, text: answer.content, media };
    },
  };
}

/** A script as the original's README and command line have them: one POST, JSON in and out. */
export async function callScript(
  url: string,
  messages: readonly ChatMessage[],
  settings: Readonly<Record<string, string>> = {},
  signal?: AbortSignal,
): Promise<{ readonly status: number; readonly json: unknown }> {
  const body = JSON.stringify({ messages, ...settings });
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body,
    signal: signal ?? null,
  });
  return { status: response.status, json: await response.json() };
}
