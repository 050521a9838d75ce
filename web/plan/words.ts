export interface NamedModel {
  readonly provider: string;
  readonly model: string;
}

/** `provider:model` of the wire, taken apart at the first colon; a model's own name may have more. */
export function readModel(text: string): NamedModel {
  const colon = text.indexOf(":");
  return colon === -1
    ? { provider: "", model: text }
    : { provider: text.slice(0, colon), model: text.slice(colon + 1) };
}

/** The last part of a model's name, which tells models apart best in little room. */
export const shortModel = (model: string): string => model.slice(model.lastIndexOf("/") + 1);

/** "3 of 6 tasks done, 1 failed": how far a plan has come. */
export function progressWords(tasks: readonly { readonly status: string }[]): string {
  const count = (status: string): number => tasks.filter((task) => task.status === status).length;
  const ill = (["failed", "skipped", "cancelled"] as const).flatMap((status) =>
    count(status) > 0 ? [`${count(status)} ${status}`] : [],
  );
  const of = tasks.length === 1 ? "task" : "tasks";
  return [`${count("succeeded")} of ${tasks.length} ${of} done`, ...ill].join(", ");
}
