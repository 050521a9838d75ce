import { isKeyId } from "../../domain/api-key.ts";
import { failure } from "../../domain/errors.ts";
import type { Identity } from "../identity.ts";
import { problem } from "../problem.ts";
import { param, type Route, route } from "../route.ts";

export const keyRoutes = (identity: Identity): readonly Route[] => [
  route(
    {
      method: "delete",
      path: "/v1/keys/{keyId}",
      name: "revokeKey",
      summary: "Revoke an API key of your own tenant, for good",
      description:
        "The key id is the third part of a key: imp_<tenant>_<key id>_<mac>. It takes effect within a minute.",
      access: "key",
      answers: { 204: { description: "The key is revoked, now or since earlier." } },
    },
    async (c) => {
      const keyId = param(c, "keyId");
      if (!isKeyId(keyId)) return problem(c, failure("not-found", "A key id is eight hexadecimal digits"));
      const { tenant } = c.var.holder;
      await c.var.wiring.tenant(tenant).revokeKey(keyId);
      identity.forget({ tenant, keyId });
      return c.body(null, 204);
    },
  ),
];
