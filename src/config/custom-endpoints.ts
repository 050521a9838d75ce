import * as z from "zod";
import { CALL_FORMATS } from "../domain/own-models.ts";
import { endpointAuth } from "./endpoint-auth.ts";
import { endpointPoll, FOREIGN_TEMPLATE, hasForeignTemplate } from "./endpoint-poll.ts";
import { headerName, headerValue } from "./headers.ts";
import { callLimits } from "./provider-limits.ts";
import { statedFields, vouchedFields } from "./stated-facts.ts";

/** A model behind a URL of the deployment's own. */
const endpoint = z
  .strictObject({
    model: z.string().min(1).max(200),
    taskType: z.string().min(1).max(64),
    url: z.url({ protocol: /^https?$/ }),
    /**
     * `json`: our own shape, all ports in and out. `multipart`: the same with files as they are. `hf-inference`: as
     * Hugging Face's inference API takes the task.
     */
    format: z.enum(CALL_FORMATS).default("json"),
    headers: z.record(headerName, headerValue).default({}),
    auth: endpointAuth.exactOptional(),
    poll: endpointPoll.exactOptional(),
    limits: callLimits.exactOptional(),
    description: z.string().max(500).default(""),
    licence: z.string().max(64).default("unknown"),
    ...statedFields,
    ...vouchedFields,
  })
  .superRefine(({ headers, auth }, context) => {
    const fault = (path: string[], message: string): void => context.addIssue({ code: "custom", path, message });
    const sets = auth?.type === "header" ? auth.name.toLowerCase() : "authorization";
    if (auth && Object.keys(headers).some((name) => name.toLowerCase() === sets))
      fault(["headers"], `${sets} is set by \`auth\` as well; keep one`);
  })
  .refine((endpoint) => !hasForeignTemplate(endpoint), FOREIGN_TEMPLATE);
export type CustomEndpointConfig = z.infer<typeof endpoint>;

/** A run names an endpoint by its model and task type alone. */
function refuseDuplicates(endpoints: readonly CustomEndpointConfig[], context: z.RefinementCtx): void {
  const seen = new Set<string>();
  for (const [index, { model, taskType }] of endpoints.entries()) {
    const key = JSON.stringify([model, taskType]);
    if (seen.has(key)) {
      context.addIssue({ code: "custom", path: [index], message: `${model} is there twice for ${taskType}; keep one` });
    }
    seen.add(key);
  }
}

/** The part of `CONFIG` about models behind URLs. */
export const customEndpoints = z.array(endpoint).max(500).default([]).superRefine(refuseDuplicates);
