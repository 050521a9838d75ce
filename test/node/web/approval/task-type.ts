import type { TaskTypeView } from "../../../../src/client/client.ts";
import type { Kind } from "../../../../src/domain/kinds.ts";

type Ports = readonly (readonly [name: string, kind: Kind])[];

/** A task type for tests: its needed inputs, its outputs, and inputs that take a text or nothing. */
export function taskType(name: string, inputs: Ports, outputs: Ports, optional: readonly string[] = []): TaskTypeView {
  const port = ([portName, kind]: Ports[number], required: boolean) => ({
    ...{ name: portName, kinds: [kind], required, many: false, asks: false, aliases: [], description: "" },
  });
  return {
    ...{ name, area: "language", description: name, aliases: [], timeoutMs: 1_000, converts: false, varies: false },
    inputs: [...inputs.map((one) => port(one, true)), ...optional.map((one) => port([one, "text"], false))],
    outputs: outputs.map((one) => port(one, true)),
    does: false,
    wouldDo: [],
    endpoints: [],
  };
}
