const given = new Map<string, number>();

/** A token server (RFC 6749 §4.4): tells its tokens apart by number, counted by the scope that is asked for. */
export function giveToken(url: URL, authorization: string, body: string): Response {
  const form = new URLSearchParams(body);
  const inHeader = authorization === `Basic ${Buffer.from("our+id:s%3Acret").toString("base64")}`;
  const inBody = form.get("client_id") === "our id" && form.get("client_secret") === "s:cret";
  if (form.get("grant_type") !== "client_credentials" || !(inHeader || inBody)) {
    return Response.json({ error: "invalid_client" }, { status: 401 });
  }
  const mode = url.searchParams.get("mode");
  if (mode === "down") return new Response(null, { status: 503 });
  if (mode === "no-token") return Response.json({ token: "?" });
  const scope = form.get("scope") ?? "";
  const number = (given.get(scope) ?? 0) + 1;
  given.set(scope, number);
  const lifetime = Number(url.searchParams.get("lifetime") ?? 3_600);
  return Response.json({ access_token: `${scope}-${number}`, token_type: "Bearer", expires_in: lifetime });
}

/** Lets in whoever shows what the address's `wants` says, or a token whose number is at least its `from`. */
export function guarded(url: URL, headers: Headers): Response {
  const wants = url.searchParams.get("wants");
  const shown = headers.get(url.searchParams.get("header") ?? "authorization") ?? "";
  const number = Number(/^Bearer .*-(\d+)$/.exec(shown)?.[1] ?? 0);
  const isIn = wants === null ? number >= Number(url.searchParams.get("from") ?? 1) : shown === wants;
  if (!isIn) return new Response("a secret of theirs", { status: 401 });
  return Response.json({ outputs: { text: shown } });
}
