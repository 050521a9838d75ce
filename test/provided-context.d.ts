import "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the scripted expert of test/fakes/expert-server.ts listens. */
    expertUrl: string;
    /** Where the scripted language model of test/fakes/chat-server.ts listens. */
    chatUrl: string;
  }
}
