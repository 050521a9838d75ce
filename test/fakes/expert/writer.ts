interface Material {
  /** The goal that is to be broken down. */
  readonly goal?: string;
  readonly values?: readonly { readonly name: string; readonly kind: string }[];
}

/**
 * Stands in for a language model that is asked to break a goal down, in the `json` format: a summary of each text, and one
 * output for each. Whatever else it is asked, it repeats.
 */
export function answerWriter(body: string): Response {
  const { inputs } = JSON.parse(body) as { readonly inputs: { readonly text?: string } };
  const text = inputs.text ?? "";
  return Response.json({ outputs: { text: JSON.stringify(brokenDown(text)) ?? text } });
}

function brokenDown(text: string): object | undefined {
  let material: Material;
  try {
    material = JSON.parse(text) as Material;
  } catch {
    return undefined;
  }
  const texts = (material.values ?? []).filter(({ kind }) => kind === "text");
  if (material.goal === undefined) return undefined;
  const output = (name: string) => ({ name: `summary-of-${name}`, kind: "text", description: `What ${name} says` });
  return {
    outputs: texts.map(({ name }) => output(name)),
    steps: texts.map(({ name }) => ({
      ...{ name: `sum-up-${name}`, does: `Sum up ${name}`, inputs: [name], outputs: [output(name)] },
      ...{ value: 5, effort: 1, how: "plan" },
      tasks: [{ task: "summarization", args: [{ name: "text", value: `<${name}>` }] }],
    })),
  };
}
