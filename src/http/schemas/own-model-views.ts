import * as z from "zod";
import { endpointPoll } from "../../config/endpoint-fields.ts";
import { PRICE_UNITS } from "../../domain/catalogue.ts";
import { CALL_FORMATS, type EndpointPoll } from "../../domain/own-models.ts";
import { components } from "./components.ts";

const unknown = "null where it was not said";

export const ownModelView = z
  .object({
    id: z.string(),
    task: z.string(),
    url: z.string(),
    format: z.enum(CALL_FORMATS),
    headers: z.array(z.string()).describe("Names alone."),
    poll: endpointPoll.nullable().describe("null where it answers at once"),
    description: z.string(),
    licence: z.string(),
    sameAs: z.string().nullable().describe("The model of the catalogue that it is; null where it was not said."),
    parameters: z.int().nullable().describe(unknown),
    bytes: z.int().nullable().describe(unknown),
    languages: z.array(z.string()).nullable().describe(unknown),
    gated: z.boolean().nullable().describe(unknown),
    prices: z.array(z.object({ usd: z.number(), per: z.enum(PRICE_UNITS), source: z.string(), asOf: z.iso.date() })),
    addedAt: z.iso.datetime(),
  })
  .register(components, { id: "OwnModel" });

export const ownModelList = z.object({ models: z.array(ownModelView) }).register(components, { id: "OwnModelList" });

export type OwnModelView = Omit<z.output<typeof ownModelView>, "poll"> & { readonly poll: EndpointPoll | null };
