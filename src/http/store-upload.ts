import type { KeyHolder } from "../domain/api-key.ts";
import { AppError } from "../domain/errors.ts";
import type { Resource, ResourceId } from "../domain/resources.ts";
import type { Wiring } from "../wiring.ts";

/**
 * Stores a file for a tenant: the one way to it. Before anything is fetched or stored the file counts against the rate
 * of the key, and as much as it may come to is kept free for it. It is to be recorded once it is wanted; one that is not
 * is swept away in a day, and one that cannot be stored is forgotten at once.
 * @param mostBytes that the file may come to
 * @param store fetches and stores it under an id
 * @throws {AppError} `rate-limited`, `storage-full`, and what `store` throws
 */
export async function storeUpload(
  wiring: Wiring,
  { tenant, keyId }: KeyHolder,
  mostBytes: number,
  store: (id: ResourceId) => Promise<Resource>,
): Promise<Resource> {
  const id = await wiring.ids.newResource(tenant, null);
  const announced = await wiring.tenant(tenant).announceUpload({ id, keyId, mostBytes });
  if (!announced.ok) {
    const { code, message, retryable, retryAfterMs } = announced.error;
    throw new AppError(code, message, { retryable, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) });
  }
  try {
    return await store(id);
  } catch (thrown) {
    // Where even that fails the sweep finds it.
    await wiring
      .tenant(tenant)
      .abandonUploads([id])
      .catch(() => {});
    throw thrown;
  }
}
