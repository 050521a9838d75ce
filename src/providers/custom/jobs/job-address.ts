import { AppError } from "../../../domain/errors.ts";
import type { JsonValue } from "../../../domain/json.ts";
import type { EndpointPoll } from "../../../domain/own-models.ts";
import type { EndpointTransport } from "../line.ts";
import { at } from "./json-pointer.ts";

/** Where the id stands in a template. */
const ID_PLACE = "{id}";
const MAX_ADDRESS_CHARS = 4_096;
const MAX_ID_CHARS = 200;

/**
 * An address that the endpoint gave, relative ones taken from its own. Only its own origin is asked, as the secrets of
 * the endpoint go with every request.
 * @throws {AppError} `provider-rejected` for no address, and for one of another origin.
 */
export function ownAddress({ model, url }: EndpointTransport, found: JsonValue | undefined | null): string {
  const parsed = typeof found === "string" && found.length <= MAX_ADDRESS_CHARS ? URL.parse(found, url) : null;
  if (!found || !parsed) throw new AppError("provider-rejected", `${model} took the job and did not say where it is`);
  if (parsed.origin !== new URL(url).origin || parsed.username !== "" || parsed.password !== "") {
    throw new AppError("provider-rejected", `${model} sent us to another origin than its own, which is not followed`);
  }
  parsed.hash = "";
  return parsed.href;
}

/** Where the job of an answer in JSON is. @throws {AppError} `provider-rejected` */
export function jobAddress(
  line: EndpointTransport,
  statusUrl: Exclude<EndpointPoll["statusUrl"], { header: string }>,
  answer: JsonValue,
): string {
  if ("pointer" in statusUrl) return ownAddress(line, at(answer, statusUrl.pointer));
  const found = at(answer, statusUrl.id);
  const id = typeof found === "number" ? String(found) : found;
  // Two dots are left as they are by every encoding, and lead out of the folder.
  if (typeof id !== "string" || id.length > MAX_ID_CHARS || /^\.{0,2}$/.test(id)) {
    throw new AppError("provider-rejected", `${line.model} took the job and gave it no id`);
  }
  const place = statusUrl.template.includes(ID_PLACE) ? ID_PLACE : encodeURI(ID_PLACE);
  return ownAddress(line, statusUrl.template.replaceAll(place, encodeURIComponent(id)));
}
