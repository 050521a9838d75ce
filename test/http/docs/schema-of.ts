import * as z from "zod";
import type { JsonValue } from "../../../src/domain/json.ts";

/** What of `/openapi.json` the tests read. */
export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

export interface DescribedOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters: readonly DescribedParameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, DescribedContent>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, DescribedContent>> }>>;
}

export interface DescribedParameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly schema: object;
  readonly example?: JsonValue;
}

export interface DescribedContent {
  readonly schema?: object;
  readonly example?: JsonValue;
}

/** A schema of the document as a validator of what it describes. */
export function validatorOf(schema: object, { components }: Description): z.ZodType {
  const whole = JSON.stringify({ ...schema, $defs: components.schemas });
  return z.fromJSONSchema(JSON.parse(whole.replaceAll('"#/components/schemas/', '"#/$defs/')));
}
