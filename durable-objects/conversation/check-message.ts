import type { PostedMessage } from "../../src/domain/conversation.ts";
import { failure } from "../../src/domain/errors.ts";
import type { Resource } from "../../src/domain/resources.ts";
import { err, ok, type Result } from "../../src/domain/result.ts";
import type { Ontology } from "../../src/domain/task-types/index.ts";
import type { DryRunMessage } from "../../src/rpc/index.ts";
import {
  addressesInPlan,
  type GatedPlan,
  isSameAnywhere,
  notesOn,
  passApproved,
  proveWirePlan,
} from "../../src/run/index.ts";
import { knownResources } from "./jobs.ts";
import type { Ledger } from "./ledger.ts";

/** The files of a message; those still to be fetched are left out. A ledger of `null` is still empty. */
export function attachedTo({ attached }: DryRunMessage, ledger: Ledger | null): Result<readonly Resource[]> {
  const resources: Resource[] = [];
  for (const one of attached) {
    if (one.by === "adoption") resources.push(one.resource);
    if (one.by !== "id") continue;
    const resource = ledger?.findResource(one.id);
    if (!resource) return err(failure("not-found", `There is no resource ${one.id} in this conversation`));
    resources.push(resource);
  }
  return ok(resources);
}

/**
 * Everything a message names must be there, and a plan of the caller's own must be sound.
 * @returns that plan, where it is proved for good; null where there is none, or where that depends on what is found out as
 * the run is planned
 */
export function checkMessage(
  message: PostedMessage,
  ledger: Ledger | null,
  ontology: Ontology,
): Result<GatedPlan | null> {
  const attached = attachedTo(message, ledger);
  if (!attached.ok) return attached;
  const { plan, boundPlan, text } = message;
  const written = boundPlan ?? plan;
  if (written === undefined) return ok(null);
  const known = ledger ? knownResources(ledger, written) : [];
  const context = { resources: [...attached.value, ...known], ontology, text };
  if (boundPlan) {
    const passed = passApproved(boundPlan, context);
    return passed.ok ? ok({ proved: passed.value, notes: [] }) : passed;
  }
  // Addresses are fetched when the run begins; the plan is checked then.
  if (plan === undefined || addressesInPlan(plan).length > 0) return ok(null);
  const passed = proveWirePlan(plan, context);
  if (!passed.ok) return passed;
  return ok(isSameAnywhere(passed.value) ? { proved: passed.value, notes: notesOn(plan, passed) } : null);
}
