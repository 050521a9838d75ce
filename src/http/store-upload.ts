import type { KeyHolder } from "../domain/api-key.ts";
import { AppError } from "../domain/errors.ts";
import type { Resource, ResourceId } from "../domain/resources.ts";
import type { Wiring } from "../wiring.ts";

/**
 * Stores a file for a tenant. Every upload goes through here: before anything is fetched or stored, the file is counted
 * against the rate limit of the key and room is reserved for it. It expires in a day unless a conversation adopts it, and
 * is deleted at once if storing it fails.
 * @param mostBytes the most that the file may hold
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
    const resource = await store(id);
    await wiring.tenant(tenant).recordUpload(resource);
    return resource;
  } catch (thrown) {
    // Where even that fails the sweep finds it.
    await wiring
      .tenant(tenant)
      .abandonUploads([id])
      .catch(() => {});
    throw thrown;
  }
}
