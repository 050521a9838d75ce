import type { JsonValue } from "../../../domain/json.ts";
import { fieldsOf } from "../json-fields.ts";

/** What a JSON pointer (RFC 6901) leads to; undefined where there is nothing. */
export function at(document: JsonValue, pointer: string): JsonValue | undefined {
  let value: JsonValue | undefined = document;
  for (const part of pointer.split("/").slice(1)) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(value)) value = /^(?:0|[1-9]\d{0,8})$/.test(key) ? value[Number(key)] : undefined;
    else {
      const fields = fieldsOf(value);
      value = fields && Object.hasOwn(fields, key) ? fields[key] : undefined;
    }
  }
  return value;
}
