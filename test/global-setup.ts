import type { TestProject } from "vitest/node";
import { startChatServer } from "./fakes/chat-server.ts";
import { startExpertServer } from "./fakes/expert-server.ts";

/** Starts what stands in for the outside world. */
export default async function setup(project: TestProject): Promise<() => void> {
  const [expert, chat] = await Promise.all([startExpertServer(), startChatServer()]);
  project.provide("expertUrl", expert.url);
  project.provide("chatUrl", chat.url);
  return () => {
    for (const { server } of [expert, chat]) {
      server.closeAllConnections();
      server.close();
    }
  };
}
