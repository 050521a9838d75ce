import "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the scripted expert of test/fakes/expert-server.ts listens. */
    expertUrl: string;
    /** Where the scripted language model of test/fakes/chat-server.ts listens. */
    chatUrl: string;
    /** Where the stand-in for the Hub and its router, test/fakes/huggingface/server.ts, listens. */
    huggingFaceUrl: string;
    /** Where the stand-in for Cloudflare's API, test/fakes/workers-ai/server.ts, listens. */
    workersAiUrl: string;
    /** Where the stand-in for a server with OpenAI's API, test/fakes/openai/server.ts, listens; up to and with `/v1`. */
    openAiUrl: string;
  }
}
