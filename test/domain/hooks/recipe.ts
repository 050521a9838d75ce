import type { Recipe } from "../../../src/domain/hooks/hook.ts";
import { type Rendered, renderDelivery } from "../../../src/domain/hooks/render.ts";
import type { JsonValue } from "../../../src/domain/json.ts";

export const TEMPLATE = "Summarize {{body.issue.body}} and classify its sentiment";

export const recipe = (change: Partial<Recipe> = {}): Recipe => ({
  template: TEMPLATE,
  resources: [],
  missing: "refuse",
  only: {},
  choices: {},
  ...change,
});

export const issue = (body: JsonValue, more: Record<string, JsonValue> = {}): JsonValue => ({
  issue: { body, ...more },
});

/** The message of a delivery that must become one. */
export function rendered(change: Partial<Recipe>, body: JsonValue, event: string | null = null): Rendered {
  const result = renderDelivery(recipe(change), { body, event });
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  if ("skipped" in result.value) throw new Error(result.value.skipped);
  return result.value;
}
