import { DurableObject } from "cloudflare:workers";
import type { GoalRpc } from "../src/rpc/goals.ts";

/** One goal: what is pursued over many runs. */
export class Goal extends DurableObject<Env> implements GoalRpc {
  async runChanged(_run: string): Promise<void> {}
}
