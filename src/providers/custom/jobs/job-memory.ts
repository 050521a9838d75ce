import * as z from "zod";
import type { ExpertCall } from "../../provider.ts";
import type { EndpointTransport } from "../line.ts";
import { ownAddress } from "./job-address.ts";

const handle = z.strictObject({ model: z.string(), taskType: z.string(), statusUrl: z.string() });

/** The address of the job that an earlier attempt began at this endpoint, if it did. */
export async function recallJob(
  { job, endpoint, taskType }: ExpertCall,
  line: EndpointTransport,
): Promise<string | null> {
  const kept = await job?.load();
  if (!kept) return null;
  try {
    const { model, taskType: type, statusUrl } = handle.parse(JSON.parse(kept));
    return model === endpoint.model && type === taskType ? ownAddress(line, statusUrl) : null;
  } catch {
    // Of another provider, or of an endpoint that has moved since: there is no job here.
    return null;
  }
}

/** To be awaited before the job is asked for. */
export async function rememberJob({ job, endpoint, taskType }: ExpertCall, statusUrl: string): Promise<void> {
  await job?.save(JSON.stringify({ model: endpoint.model, taskType, statusUrl }));
}

/** A job that failed or is gone must not be found by the next attempt. */
export async function forgetJob({ job }: ExpertCall): Promise<void> {
  await job?.save(null);
}
