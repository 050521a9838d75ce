import type { AppContext } from "./context.ts";
import { InvalidRequest } from "./problem.ts";

/** They have some forty characters; those of OAuth some hundreds. */
const TOKEN = /^hf_[\w.~+/=-]{1,4000}$/;

/** The caller's own token of Hugging Face, or null. @throws {InvalidRequest} that says nothing of what was sent. */
export function readHfToken(c: AppContext): string | null {
  const token = c.req.header("x-hf-token");
  if (token === undefined) return null;
  if (!TOKEN.test(token)) throw new InvalidRequest("X-HF-Token takes a token of Hugging Face, which begins with hf_");
  return token;
}
