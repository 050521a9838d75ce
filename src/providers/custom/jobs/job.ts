import type { EndpointPoll } from "../../../domain/endpoint-poll.ts";
import type { ExpertCall } from "../../provider.ts";
import type { Line } from "../line.ts";
import type { Surroundings } from "../surroundings.ts";

/** A call that is answered later, and how to ask about it. */
export interface Job {
  readonly call: ExpertCall;
  readonly line: Line;
  readonly poll: EndpointPoll;
  readonly surroundings: Pick<Surroundings, "wait" | "now">;
}
