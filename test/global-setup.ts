import type { TestProject } from "vitest/node";
import { startChatServer } from "./fakes/chat-server.ts";
import { startExpertServer } from "./fakes/expert-server.ts";
import { startHuggingFaceServer } from "./fakes/huggingface/server.ts";
import { startOpenAiServer } from "./fakes/openai/server.ts";
import { startWorkersAiServer } from "./fakes/workers-ai/server.ts";

/** Starts what stands in for the outside world. */
export default async function setup(project: TestProject): Promise<() => void> {
  const [expert, chat, huggingFace, workersAi, openAi] = await Promise.all([
    startExpertServer(),
    startChatServer(),
    startHuggingFaceServer(),
    startWorkersAiServer(),
    startOpenAiServer(),
  ]);
  project.provide("expertUrl", expert.url);
  project.provide("chatUrl", chat.url);
  project.provide("huggingFaceUrl", huggingFace.url);
  project.provide("workersAiUrl", workersAi.url);
  project.provide("openAiUrl", openAi.url);
  return () => {
    for (const { server } of [expert, chat, huggingFace, workersAi, openAi]) {
      server.closeAllConnections();
      server.close();
    }
  };
}
