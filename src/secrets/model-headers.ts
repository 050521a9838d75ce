import type { OwnModel, SealedOwnModel } from "../domain/own-models.ts";
import type { Sealer } from "./seal.ts";

export type Headers = Readonly<Record<string, string>>;

/** Headers open for the tenant, model and address that they were given for, and for nothing else. */
const purposeOf = (tenant: string, { endpoint, url }: OwnModel): string =>
  JSON.stringify(["headers of an own model", tenant, endpoint.model, endpoint.taskType, url]);

/** The model as it is kept: with its headers where nobody can read them. */
export async function sealHeaders(
  sealer: Sealer,
  tenant: string,
  model: OwnModel,
  headers: Headers,
): Promise<SealedOwnModel> {
  const isBare = Object.keys(headers).length === 0;
  return {
    ...model,
    sealedHeaders: isBare ? null : await sealer.seal(purposeOf(tenant, model), JSON.stringify(headers)),
  };
}

/** What the model is called with; null where that cannot be opened, as after a change of the deployment's secret. */
export async function openHeaders(sealer: Sealer, tenant: string, model: SealedOwnModel): Promise<Headers | null> {
  if (model.sealedHeaders === null) return {};
  const opened = await sealer.open(purposeOf(tenant, model), model.sealedHeaders);
  // Written by `sealHeaders`, as the seal vouches.
  return opened === null ? null : (JSON.parse(opened) as Headers);
}
