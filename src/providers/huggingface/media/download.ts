import { AppError } from "../../../domain/errors.ts";
import { refusal, type StatusError } from "../failures.ts";
import { sending } from "../send.ts";
import type { HuggingFaceCall } from "../session.ts";

/** Links to results are short ones at some providers. */
const MAX_REDIRECTS = 3;
/** Names that never mean a host on the internet (RFC 6761, RFC 6762, RFC 8375). */
const PRIVATE = /(^|\.)(localhost|local|internal|home\.arpa)\.?$/i;

/**
 * Fetches a file that an answer links to, without the token: it is not the router's.
 * @throws {AppError} `provider-rejected` for a link that leads nowhere public, or what the other side fails with.
 */
export async function download(link: string, { call, asked, fetch, routerUrl }: HuggingFaceCall): Promise<Response> {
  const file = { ...asked, name: `The file that ${asked.name} made` };
  const send = sending(fetch, file.name);
  let url = URL.parse(link);
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    if (!url || !(isPublic(url) || url.origin === new URL(routerUrl).origin)) {
      throw new AppError("provider-rejected", `${file.name} is at an address that is not fetched from`);
    }
    const response = await send(url, { signal: call.signal });
    if (response.ok) return response;
    const target = response.status >= 300 && response.status < 400 ? response.headers.get("location") : null;
    if (target === null) throw withoutAdvice(await refusal(response, file), file.name);
    await response.body?.cancel();
    url = URL.parse(target, url.href);
  }
  throw new AppError("provider-rejected", `${file.name} is behind more than ${MAX_REDIRECTS} redirects`);
}

/** A named host behind TLS: an address, or a name without a dot, is a machine of somebody's own. */
const isPublic = ({ protocol, hostname, username, password }: URL): boolean =>
  protocol === "https:" &&
  username === "" &&
  password === "" &&
  /\.[a-z][a-z0-9-]*\.?$/i.test(hostname) &&
  !PRIVATE.test(hostname);

/** What to do about a refused token is beside the point where none was sent. */
const withoutAdvice = (refused: StatusError, name: string): AppError =>
  refused.retryable
    ? refused
    : new AppError("provider-rejected", `${name} cannot be fetched (status ${refused.status})`, {
        cause: refused.cause,
      });
