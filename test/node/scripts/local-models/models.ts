import type { LocalModel } from "../../../../scripts/local-models/model-lists.ts";
import type { FoundServer } from "../../../../scripts/local-models/servers.ts";

/** A chat model of which nothing is known but what is said here. */
export const model = (name: string, told: Partial<LocalModel> = {}): LocalModel => ({
  ...{ name, does: "chat", isLoaded: false, parameters: null, bytes: null, contextTokens: null },
  ...told,
});

export const server = (program: string, ...models: readonly LocalModel[]): FoundServer => ({
  ...{ program, url: `http://127.0.0.1/${program}`, models },
});
