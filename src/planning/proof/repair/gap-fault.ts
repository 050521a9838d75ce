import { numberOf } from "../../../domain/plan.ts";
import type { PlanFault } from "../faults.ts";
import { inMessage } from "../faults.ts";
import type { Gap } from "./bind.ts";
import { describeLiteral, shownName } from "./describe.ts";
import type { Draft } from "./draft.ts";

/** Why an input that is needed cannot be filled. */
export function faultOf({ task, port, meaning }: Gap, draft: Draft): PlanFault {
  const wanted = port.kinds.join(" or ");
  const fault = (code: PlanFault["code"], reason: string): PlanFault => ({
    task: task.id,
    port: port.name,
    code,
    message: `${task.type?.name ?? shownName(task)} needs "${port.name}" (${wanted}): ${reason}nothing in the plan or at hand gives that, and no conversion does`,
  });
  switch (meaning?.is) {
    case undefined:
      return fault("missing-input", "");
    case "task": {
      const producer = draft.task(meaning.task);
      if (!producer) return fault("dangling-reference", `task ${numberOf(meaning.task)} is not in the plan, and `);
      if (draft.mayTake(task.id, producer.id))
        return fault("kind-mismatch", `task ${numberOf(producer.id)} gives something else; `);
      const why =
        producer === task ? "a task cannot wait for itself" : `task ${numberOf(producer.id)} waits for this one`;
      return fault("cycle", `${why}; `);
    }
    case "resource": {
      const [resource] = meaning.resources;
      return fault("kind-mismatch", `${inMessage(resource.name)} is ${resource.kind}; `);
    }
    case "missing-file":
      return fault("unknown-resource", `there is no ${inMessage(meaning.name)}, and `);
    case "slot":
      return fault("missing-input", `${inMessage(meaning.words)} was never filled in, and `);
    case "literal":
      return fault("kind-mismatch", `${describeLiteral(meaning.value)} is none; `);
  }
}
