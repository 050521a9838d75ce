import { createApp } from "./http/app.ts";
import { wire } from "./wiring.ts";

export { Conversation } from "../durable-objects/conversation.ts";
export { Runner } from "../durable-objects/runner.ts";
export { Tenant } from "../durable-objects/tenant.ts";

export default createApp(wire) satisfies ExportedHandler<Env>;
