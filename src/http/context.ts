import type { Context } from "hono";
import type { KeyHolder } from "../domain/api-key.ts";
import type { Wiring } from "../wiring.ts";
import type { Views } from "./views.ts";

export interface AppEnv {
  readonly Bindings: Env;
  readonly Variables: {
    requestId: string;
    wiring: Wiring;
    /** Who asks; set where the route wants a key or a link (`RouteSpec.access`), as `views` is. */
    holder: KeyHolder;
    views: Views;
  };
}

export type AppContext = Context<AppEnv>;
