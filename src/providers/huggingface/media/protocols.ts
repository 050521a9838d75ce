import * as z from "zod";

/** The state of a job that an answer reports. */
export type JobState =
  | { readonly is: "running"; readonly note: string; readonly fraction?: number }
  | { readonly is: "failed" }
  /** `result` is null where it stands at a path of its own. */
  | { readonly is: "done"; readonly result: unknown };

/** The queue of one inference provider, for requests that take long. */
export interface JobProtocol {
  /**
   * Path on the router at which the job that an answer speaks of is looked at; null when it speaks of none.
   * @param askedAt the address that gave the answer
   */
  pathIn(answer: unknown, askedAt: string): string | null;
  /** @throws {z.ZodError} for what is no status. */
  read(status: unknown): JobState;
  /** The path of the result of a job that `read` reports as done without a result; that of the job where left out. */
  resultPath?(path: string): string;
}

const running = (note: string): JobState => ({ is: "running", note });
const WAITING = "Waiting in the queue";
const WORKING = "Being made";

/** The state that a queue has a word for; any other word is a failure. */
function stateOf(word: string, [waiting, working, done]: readonly [string, string, string], result: unknown): JobState {
  if (word === waiting) return running(WAITING);
  if (word === working) return running(WORKING);
  return word === done ? { is: "done", result } : { is: "failed" };
}

/** One path segment: ids come from answers, and lead nowhere else. */
const Id = z.string().regex(/^[\w.~-]{1,200}$/);
const link = z.url({ protocol: /^https?$/ }).max(2_000);
const pathOf = (url: string): string => new URL(url).pathname;

/**
 * https://docs.fal.ai/model-endpoints/queue: `{request_id, status, response_url}`; `IN_QUEUE`, `IN_PROGRESS`,
 * `COMPLETED`. The path in `response_url` may be of another model than was asked. Behind the router all of it
 * stands under `/fal-ai`, with `_subdomain=queue` (the library's `providers/fal-ai.ts`).
 */
const falSubmitted = z.object({ request_id: z.string(), response_url: link });
const falStatus = z.object({ status: z.string(), queue_position: z.number().nullish(), error: z.unknown().optional() });
const QUEUE = "?_subdomain=queue";
const fal: JobProtocol = {
  pathIn: (answer) => {
    const submitted = falSubmitted.safeParse(answer).data;
    return submitted ? `/fal-ai${pathOf(submitted.response_url)}/status${QUEUE}` : null;
  },
  read: (status) => {
    const { status: word, queue_position: before, error } = falStatus.parse(status);
    if (word === "IN_QUEUE") return running(typeof before === "number" ? `${WAITING}, ${before} before it` : WAITING);
    if (word !== "COMPLETED") return running(WORKING);
    return error === undefined || error === null ? { is: "done", result: null } : { is: "failed" };
  },
  resultPath: (path) => path.replace(`/status${QUEUE}`, QUEUE),
};

/** https://replicate.com/docs/topics/predictions; `Prefer: wait` makes most of them done at once. */
const prediction = z.object({ id: Id, status: z.string(), output: z.unknown().optional() });
const replicate: JobProtocol = {
  pathIn: (answer) => {
    const id = prediction.safeParse(answer).data?.id;
    return id === undefined ? null : `/replicate/v1/predictions/${id}`;
  },
  read: (status) => {
    const { status: word, output } = prediction.parse(status);
    // With `Prefer: wait` the output may be there a moment before the status is.
    const known = word === "processing" && output != null ? "succeeded" : word;
    return stateOf(known, ["starting", "processing", "succeeded"], { output });
  },
};

/** https://docs.together.ai/reference/create-videos: `queued`, `in_progress`, `completed`, `failed`. */
const togetherJob = z.object({ id: Id, status: z.string().optional(), outputs: z.unknown().optional() });
const together: JobProtocol = {
  pathIn: (answer) => {
    // Pictures come at once, in an answer that has an id as well.
    const isPicture = z.object({ data: z.array(z.unknown()) }).safeParse(answer).success;
    const job = isPicture ? null : togetherJob.safeParse(answer).data;
    return job ? `/together/v2/videos/${job.id}` : null;
  },
  read: (status) => {
    const { status: word = "queued", outputs } = togetherJob.parse(status);
    return stateOf(word, ["queued", "in_progress", "completed"], { outputs });
  },
};

/** https://wavespeed.ai/docs/shared/submit-response: `created`, `processing`, `completed`, `failed`. */
const wavespeedJob = z.object({
  data: z.object({ urls: z.object({ get: link }), status: z.string().optional(), outputs: z.unknown().optional() }),
});
const wavespeed: JobProtocol = {
  pathIn: (answer) => {
    const job = wavespeedJob.safeParse(answer).data;
    return job ? `/wavespeed${pathOf(job.data.urls.get)}` : null;
  },
  read: (status) => {
    const { status: word = "created", outputs } = wavespeedJob.parse(status).data;
    return stateOf(word, ["created", "processing", "completed"], { outputs });
  },
};

/**
 * https://novita.ai/docs/api-reference/model-apis-task-result: `{task: {status, progress_percent}, videos: [{video_url}]}`;
 * for MiniMax's models, which have a queue of their own, `{task: {status, content: {url}}}` (the library's `providers/novita.ts`).
 */
const novitaJob = z.union([
  z.object({
    task: z.object({ status: z.string(), progress_percent: z.number().min(0).max(100).nullish().catch(null) }),
  }),
  z.object({ task_id: Id, task: z.undefined().optional() }),
]);
const NOVITA_DONE: readonly string[] = ["TASK_STATUS_SUCCEED", "succeeded"];
const NOVITA_FAILED: readonly string[] = ["TASK_STATUS_FAILED", "failed", "cancelled"];
const NOVITA_WORKING: readonly string[] = ["TASK_STATUS_PROCESSING", "running"];
const novita: JobProtocol = {
  pathIn: (answer, askedAt) => {
    const id = z.object({ task_id: Id }).safeParse(answer).data?.task_id;
    if (id === undefined) return null;
    return askedAt.includes("/v3/minimax/")
      ? `/novita/v3/minimax/v2/query/video_generation/${id}`
      : `/novita/v3/async/task-result?task_id=${id}`;
  },
  read: (status) => {
    const { task } = novitaJob.parse(status);
    if (!task) return running(WAITING);
    const { status: word, progress_percent: percent } = task;
    if (NOVITA_DONE.includes(word)) return { is: "done", result: status };
    if (NOVITA_FAILED.includes(word)) return { is: "failed" };
    if (!NOVITA_WORKING.includes(word)) return running(WAITING);
    return { is: "running", note: WORKING, ...(percent == null ? {} : { fraction: percent / 100 }) };
  },
};

/** The library's `providers/zai-org.ts`: `PROCESSING`, `SUCCESS`, `FAIL`. */
const zaiJob = z.object({ id: Id, task_status: z.string(), image_result: z.unknown().optional() });
const zai: JobProtocol = {
  pathIn: (answer) => {
    const id = zaiJob.safeParse(answer).data?.id;
    return id === undefined ? null : `/zai-org/api/paas/v4/async-result/${id}`;
  },
  read: (status) => {
    const { task_status: word, image_result } = zaiJob.partial({ id: true }).parse(status);
    if (word === "PROCESSING") return running(WORKING);
    return word === "SUCCESS" && image_result !== undefined
      ? { is: "done", result: { image_result } }
      : { is: "failed" };
  },
};

/** Inference providers that queue; what another one answers with is the result itself. */
export const PROTOCOLS: Readonly<Record<string, JobProtocol | undefined>> = {
  "fal-ai": fal,
  replicate,
  together,
  wavespeed,
  novita,
  "zai-org": zai,
};
