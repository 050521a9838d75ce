import { reset } from "cloudflare:test";
import { afterAll, beforeAll } from "vitest";
import { TEXT_EXPERTS } from "../../src/providers/embedded/text/entries.ts";

// What the Worker imports when it first needs it, vitest fetches on behalf of the Durable Object that asked. Where a test
// ends that object meanwhile, nobody in the runtime ever gets the module: so it is here before any test begins.
beforeAll(async () => {
  await Promise.all(TEXT_EXPERTS.map(({ load }) => load()));
  await import("../../src/http/app.ts");
});

// Files that share a runtime share its storage: what one stored, the next must not find.
afterAll(reset);
