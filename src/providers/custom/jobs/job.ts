import type { EndpointPoll } from "../../../domain/own-models.ts";
import type { ExpertCall } from "../../provider.ts";
import type { HttpDependencies } from "../dependencies.ts";
import type { EndpointTransport } from "../line.ts";

/** A call that is answered later, and how to ask about it. */
export interface ProviderJob {
  readonly call: ExpertCall;
  readonly line: EndpointTransport;
  readonly poll: EndpointPoll;
  readonly surroundings: Pick<HttpDependencies, "wait" | "now">;
}
