import * as z from "zod";

/** The schemas that `/openapi.json` names, by the name it gives them. */
export const components = z.registry<{ readonly id: string; readonly description?: string }>();

/** A refined string is still a string to JSON Schema; any JSON value has no schema at all. */
export const jsonSchemaOptions = { io: "input", unrepresentable: "any", target: "draft-2020-12" } as const;
