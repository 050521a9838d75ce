/** What an endpoint in the `multipart` format answers to a form: how, by the address's `answer`. */
export async function answerForm(url: URL, contentType: string, body: Uint8Array<ArrayBuffer>): Promise<Response> {
  const form = await new Response(body, { headers: { "content-type": contentType } }).formData();
  const asked = JSON.parse(String(form.get("_json"))) as { task: string; model: string; inputs: object };
  const files = [...form.entries()].flatMap(([name, part]) => (typeof part === "string" ? [] : [{ name, part }]));
  const first = files[0]?.part;
  const bytes = first ? await first.bytes() : new Uint8Array();
  const seen = files.map(({ name, part }) => ({ name, file: part.name, type: part.type, size: part.size }));
  switch (url.searchParams.get("answer")) {
    case "form": {
      const made = new FormData();
      made.set("_json", JSON.stringify({ outputs: { objects: [asked, seen] } }));
      made.set("image", new File([bytes], "made.png", { type: "image/png" }));
      made.set("text", "as a part");
      return new Response(made);
    }
    case "no-file": {
      const made = new FormData();
      made.set("image", "these are no bytes");
      return new Response(made);
    }
    case "empty":
      return new Response(new FormData());
    case "file":
      return new Response(bytes, { headers: { "content-type": first?.type ?? "" } });
    case "text":
      return new Response("as it is", { headers: { "content-type": "text/plain; charset=utf-8" } });
    case "broken":
      return new Response("--x\r\nnothing", { headers: { "content-type": "multipart/form-data; boundary=y" } });
    case "unknown":
      return new Response(bytes, { headers: { "content-type": "application/octet-stream" } });
    default:
      return Response.json({ outputs: { objects: [asked, seen], answer: JSON.stringify(asked), text: "in JSON" } });
  }
}
