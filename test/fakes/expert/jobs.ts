/** How often each job was asked for, and begun under each key. */
const asked = new Map<string, number>();
const begun = new Map<string, number>();

/** The keys whose jobs of the mode `held` are done. */
const released = new Set<string>();
export const releaseJobs = (key: string): void => void released.add(key);

const DONE = { outputs: { text: "done later" } };
const count = (counts: Map<string, number>, key: string): number => {
  const next = (counts.get(key) ?? 0) + 1;
  counts.set(key, next);
  return next;
};

/** Begins a job; the address's `mode` says how it is found and how it goes, `runs` how often it is not done yet. */
export function beginJob(url: URL): Response {
  const mode = url.searchParams.get("mode") ?? "";
  const id = `${url.searchParams.get("key")}-${count(begun, url.searchParams.get("key") ?? "")}`;
  const status = `/jobs/${id}${url.search}`;
  switch (mode) {
    case "at-once":
      return Response.json(DONE);
    case "no-location":
      return new Response(null, { status: 202 });
    case "elsewhere":
      return new Response(null, { status: 202, headers: { location: "https://elsewhere.example/jobs/1" } });
    case "userinfo":
      return new Response(null, { status: 202, headers: { location: `http://a:b@${url.host}/jobs/1` } });
    case "fields":
    case "fails":
    case "result-url":
    case "foreign-result":
      return Response.json({ id, urls: { get: new URL(status, url).href } }, { status: 201 });
    case "dots":
      return Response.json({ id: ".." });
    default:
      return new Response(null, { status: 202, headers: { location: status } });
  }
}

/** How a job stands. */
export function askForJob(url: URL): Response {
  const { pathname, searchParams } = url;
  if (pathname.endsWith("/result")) return Response.json(DONE);
  const turn = count(asked, pathname);
  const runs = Number(searchParams.get("runs") ?? 2);
  const mode = searchParams.get("mode");
  if (mode === "held" && !released.has(searchParams.get("key") ?? "")) return new Response(null, { status: 202 });
  if (mode === "flaky" && turn <= runs) return new Response(null, { status: 503, headers: { "retry-after": "3" } });
  if (mode === "gone") return new Response(null, { status: 404 });
  if (mode === "fields" || mode === "fails" || mode === "result-url" || mode === "foreign-result") {
    if (turn <= runs) return Response.json({ status: "processing" });
    if (mode === "fails") return Response.json({ status: "Failed", error: "a secret of theirs" });
    const result = mode === "foreign-result" ? "https://elsewhere.example/result" : `${pathname}/result`;
    return Response.json({ status: "succeeded", output: DONE, result });
  }
  if (mode === "never" || (mode !== "held" && turn <= runs)) return new Response(null, { status: 202 });
  if (mode === "see-other") return new Response(null, { status: 303, headers: { location: `${pathname}/result` } });
  return Response.json(DONE);
}

/** How many jobs were begun under a key. */
export const jobsBegun = (key: string): number => begun.get(key) ?? 0;
