/** Every view of the web app, as `npm run screenshots` makes pictures of it: both themes, desktop and phone. */
import { openAsBlob } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { Client, NewMessage } from "../src/client/client.ts";
import { PARTS } from "./demo-parts.ts";
import { ROOT } from "./server.ts";
import type { SlowEndpoint } from "./slow-endpoint.ts";

/** Longer than all pictures take together: a task that is at work in each of them. */
const HELD_SECONDS = 900;
/** As long as the text says, as in "hold this for 3 seconds". */
export const heldMs = (text: string): number => 1000 * Number(/(\d+) seconds/.exec(text)?.[1] ?? 0);

/** The variables of a server whose translator takes its time. */
export const viewVars = (endpoint: SlowEndpoint): Readonly<Record<string, string>> => ({
  CONFIG: JSON.stringify({
    endpoints: [{ model: "slow-translator", taskType: "translation", url: endpoint.url }],
  }),
  FETCH_ALLOW_HOSTS: new URL(endpoint.url).host,
});

interface Device {
  readonly name: string;
  readonly size: { readonly width: number; readonly height: number };
  readonly isMobile: boolean;
}

export const DEVICES: readonly Device[] = [
  { name: "desktop", size: { width: 1440, height: 900 }, isMobile: false },
  { name: "phone", size: { width: 390, height: 844 }, isMobile: true },
];

/** A view: where it is, and what is done there before its picture is taken. */
export interface View {
  readonly name: string;
  readonly path: string;
  readonly act?: (page: Page) => Promise<void>;
  /** All of the page, however long it is. */
  readonly isWhole?: boolean;
  /** Its run ends by itself after a while: it comes first. */
  readonly isAtWork?: boolean;
}

const LONG = Array.from({ length: 60 }, (_, line) => `Line ${line + 1} of a letter that somebody pasted.`).join("\n");

/** Makes what the views show, through the API. */
export async function prepareViews(client: Client, signal: AbortSignal): Promise<readonly View[]> {
  const upload = async (name: string): Promise<string> =>
    (await client.upload(await openAsBlob(join(ROOT, "demo", name)), { name }, { signal })).id;
  const done = async (message: NewMessage) => client.ask(message, { signal });
  const linkTo = ({ id, conversation }: { readonly id: string; readonly conversation: string }): string =>
    `/chat/${conversation}?run=${id}`;

  const [turn] = PARTS[0]?.conversations[0] ?? [];
  if (!turn) throw new Error("The demo has no first request");
  const invoice = await done({ text: turn.text, resources: await Promise.all(turn.files.map(upload)) });
  const photo = await upload("photo.jpg");
  const edges = await done({ text: "Please generate a canny image based on photo.jpg", resources: [photo] });
  const refusal = await done({ text: "What breed is the dog in photo.jpg?", resources: [photo] });
  const asks = await done({ text: "Make it better", resources: [photo] });
  const hello = await done({ text: "hello, who are you?" });
  const long = await done({ text: `Summarize this: ${LONG}` });
  const edited = await client.start({
    text: "Read the text in invoice.png, summarize it and read the summary aloud",
    resources: [await upload("invoice.png")],
    approval: "plan",
  });
  const running = await client.start({
    text: "Translate this into German and then into French",
    plan: [
      {
        ...{ task: "translation", id: 0, dep: [-1] },
        args: { text: `The text of a letter, held for ${HELD_SECONDS} seconds`, "target-language": "de" },
      },
      { task: "translation", id: 1, dep: [0], args: { text: "<resource>-0", "target-language": "fr" } },
    ],
  });

  const graph = async (page: Page): Promise<void> => page.locator("[data-task-node]").first().waitFor();
  // In the field, where the cursor is, it is a question mark.
  const keys = async (page: Page): Promise<void> => {
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("?");
  };
  const button = (name: string | RegExp) => (page: Page) => page.getByRole("button", { name }).first().click();
  return [
    { name: "start", path: "/", isWhole: true },
    { name: "start-goal", path: "/", act: (page) => page.getByRole("tab", { name: "Goal" }).click() },
    { name: "keys", path: "/", act: keys },
    { name: "conversation", path: `/chat/${invoice.conversation}` },
    { name: "plan", path: linkTo(invoice), act: graph },
    { name: "task", path: `${linkTo(invoice)}&task=1` },
    { name: "timeline", path: `${linkTo(invoice)}&view=timeline` },
    { name: "picture", path: `/chat/${edges.conversation}` },
    { name: "running", path: linkTo(running), act: graph, isAtWork: true },
    { name: "approval", path: `/chat/${edited.conversation}?run=${edited.id}`, act: graph },
    { name: "approval-thread", path: `/chat/${edited.conversation}`, act: button(/^Edit task 2/) },
    { name: "approval-task", path: `/chat/${edited.conversation}?run=${edited.id}&task=1` },
    { name: "refusal", path: linkTo(refusal) },
    { name: "question", path: linkTo(asks) },
    { name: "hello", path: linkTo(hello) },
    { name: "long-message", path: `/chat/${long.conversation}` },
    { name: "report", path: `/runs/${invoice.id}`, isWhole: true },
    { name: "catalogue", path: "/catalogue" },
    { name: "catalogue-model", path: "/catalogue", act: (page) => page.locator("[data-model]").first().click() },
    { name: "catalogue-graph", path: "/catalogue?around=task:automatic-speech-recognition" },
    { name: "settings", path: "/settings", isWhole: true },
    { name: "not-found", path: "/no-such-page" },
    { name: "docs", path: "/docs" },
  ];
}
