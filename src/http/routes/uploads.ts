import * as z from "zod";
import { resourcePath } from "../../domain/links.ts";
import { MAX_RESOURCE_BYTES, type Resource, type ResourceId, UPLOAD_LIFETIME_MS } from "../../domain/resources.ts";
import { fileNameIn } from "../../resources/file-name.ts";
import { tooLarge } from "../../resources/parts.ts";
import type { AppContext } from "../context.ts";
import { type FormFields, type FormFile, MAX_FORM_FILES, readForm } from "../multipart.ts";
import { InvalidRequest } from "../problem.ts";
import { isJson, readJson } from "../read-json.ts";
import { type Route, route } from "../route.ts";
import { importBody } from "../schemas/requests.ts";
import type { ResourceView } from "../schemas/views.ts";
import { storeUpload } from "../store-upload.ts";

/** What clients send when nobody told them what the body is. */
const UNDECLARED = /^(?:application\/x-www-form-urlencoded|application\/octet-stream)\b/i;

/** The names of the fields are the sender's. */
const uploadForm = z.object({ file: z.array(z.file()).min(1).max(MAX_FORM_FILES) });

export const uploadRoutes: readonly Route[] = [
  route(
    {
      method: "post",
      path: "/v1/resources",
      name: "uploadResource",
      summary: "Upload files, or have one fetched from a URL",
      description:
        'The body is the file itself, its name in `X-Filename` (percent-encoded where it is not ASCII), `?name=` or `Content-Disposition`; or a form with up to sixteen files, answered with all of them; or, as `application/json` without a name, `{"url": "…"}`. A file may hold 95 MiB, and expires in a day unless a conversation adopts it.',
      access: "key",
      query: z.object({ name: z.string().max(1000).optional() }),
      headers: { "X-Filename": "The name of the file.", "Content-Disposition": "May name the file as well." },
      streams: { "*/*": null, "multipart/form-data": uploadForm, "application/json": importBody },
      answers: {
        201: {
          description: "What was stored: one file, or a list for a form.",
          headers: { Location: "The address of the file, where it is one." },
          content: { "application/json": "Uploaded" },
        },
      },
    },
    async (c, { query }) => {
      const contentType = c.req.header("content-type") ?? "";
      const name = givenName(c, query.name);
      if (/^multipart\/form-data\b/i.test(contentType))
        return c.json({ resources: await storeFiles(c, contentType) }, 201);
      const fetches = isJson(contentType) && name === null;
      const view = fetches ? await importFile(c) : await uploadFile(c, name ?? "", contentType);
      return c.json(view, 201, { location: resourcePath(view.id) });
    },
  ),
];

function givenName(c: AppContext, fromQuery: string | undefined): string | null {
  const header = c.req.header("x-filename");
  if (header === undefined) return fromQuery ?? fileNameIn(c.req.header("content-disposition") ?? null);
  try {
    return decodeURIComponent(header);
  } catch {
    // A bare percent sign is part of the name.
    return header;
  }
}

async function uploadFile(c: AppContext, name: string, contentType: string): Promise<ResourceView> {
  // Null for one that is sent in chunks, which may come to any size.
  const length = c.req.header("content-length") ?? null;
  const mostBytes = length !== null && /^\d+$/.test(length) ? Number(length) : MAX_RESOURCE_BYTES;
  if (mostBytes > MAX_RESOURCE_BYTES) throw tooLarge(MAX_RESOURCE_BYTES);
  const { body } = c.req.raw;
  if (!body) throw new InvalidRequest("The request has no body: the body is the file");
  return viewOf(c, await save(c, mostBytes, (id) => saveFile(c, id, { name, declaredType: contentType, body })));
}

async function importFile(c: AppContext): Promise<ResourceView> {
  const { wiring, holder } = c.var;
  const { url } = (await readJson(c.req.raw, importBody)).value;
  const { signal } = c.req.raw;
  const { tenant } = holder;
  return viewOf(c, await save(c, MAX_RESOURCE_BYTES, (id) => wiring.urls.importUrl({ tenant, id, url, signal })));
}

const storeFiles = async (c: AppContext, contentType: string): Promise<readonly ResourceView[]> =>
  Promise.all((await storeForm(c, contentType)).map(({ resource }) => viewOf(c, resource)));

/** A file of a form, as it was stored. */
export interface StoredFormFile {
  readonly field: string;
  readonly resource: Resource;
}

/**
 * Stores the files of a form: all of them, or after a fault none.
 * @param fields are told of what is no file
 */
export async function storeForm(
  c: AppContext,
  contentType: string,
  fields?: FormFields,
): Promise<readonly StoredFormFile[]> {
  const { body } = c.req.raw;
  if (!body) throw new InvalidRequest("The form is empty");
  const saved: ResourceId[] = [];
  try {
    return await readForm(
      body,
      contentType,
      async ({ field, ...file }) => {
        const resource = await save(c, MAX_RESOURCE_BYTES, (id) => saveFile(c, id, file));
        saved.push(resource.id);
        return { field, resource };
      },
      fields,
    );
  } catch (thrown) {
    await c.var.wiring.tenant(c.var.holder.tenant).abandonUploads(saved);
    throw thrown;
  }
}

const save = (c: AppContext, mostBytes: number, store: (id: ResourceId) => Promise<Resource>): Promise<Resource> =>
  storeUpload(c.var.wiring, c.var.holder, mostBytes, store);

function saveFile(
  c: AppContext,
  id: ResourceId,
  { name, declaredType, body }: Omit<FormFile, "field">,
): Promise<Resource> {
  const isTelling = declaredType !== "" && !UNDECLARED.test(declaredType);
  return c.var.wiring.resources.save({
    tenant: c.var.holder.tenant,
    id,
    name,
    declaredType: isTelling ? declaredType : null,
    body,
    maxBytes: MAX_RESOURCE_BYTES,
    origin: { by: "upload" },
  });
}

const viewOf = (c: AppContext, resource: Resource): Promise<ResourceView> =>
  c.var.views.resource(resource, resource.createdAt + UPLOAD_LIFETIME_MS);
