import { reset } from "cloudflare:test";
import { afterAll } from "vitest";

// Files that share a runtime share its storage: what one stored, the next must not find.
afterAll(reset);
