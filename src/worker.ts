import { DurableObject } from "cloudflare:workers";
export class Conversation extends DurableObject<Env> {}
export class Runner extends DurableObject<Env> {}
export class Tenant extends DurableObject<Env> {}
export default { fetch: () => new Response("ok") } satisfies ExportedHandler<Env>;
