import { MP4, PICTURE, WAV } from "../media.ts";
import { file, json, type Received, type Reply } from "./reply.ts";

interface Job {
  readonly model: string;
  readonly task: string;
  readonly mode: string;
  polls: number;
}

/** How a queue writes down how a job stands: `begun` is the answer to the request, `links` where the file is. */
interface Queue {
  readonly begun: (id: string, job: Job, link: string) => unknown;
  readonly state: (id: string, job: Job, link: string) => unknown;
  /** The job that a path asks for. */
  readonly poll: RegExp;
}

const isDone = ({ polls, mode }: Job): boolean => polls > 1 && mode !== "job-stuck";
const isFailed = ({ mode }: Job): boolean => mode === "job-failed";

const prediction = (id: string, status: string, output: unknown) => ({
  id,
  model: "a/b",
  version: "5c7d5dc6",
  input: {},
  output,
  error: null,
  status,
  metrics: { predict_time: 0.01 },
  urls: {
    get: `https://api.replicate.com/v1/predictions/${id}`,
    cancel: `https://api.replicate.com/v1/predictions/${id}/cancel`,
  },
});

const wavespeedJob = (id: string, status: string, outputs: readonly string[]) => ({
  code: 200,
  message: "success",
  data: {
    id,
    model: "a/b",
    outputs,
    urls: { get: `https://api.wavespeed.ai/api/v3/predictions/${id}/result` },
    status,
    error: "",
    timings: { inference: 0 },
  },
});

/** The documents are named in `src/providers/huggingface/media/protocols.ts`. */
const QUEUES: Readonly<Record<string, Queue>> = {
  "fal-ai": {
    begun: (id, { model }) => ({
      status: "IN_QUEUE",
      request_id: id,
      // fal leaves out the sub-path of the model that was asked.
      response_url: `https://queue.fal.run/${model.split("/")[0]}/app/requests/${id}`,
      status_url: `https://queue.fal.run/${model.split("/")[0]}/app/requests/${id}/status`,
      queue_position: 1,
    }),
    state: (id, job) => {
      if (isFailed(job))
        return { status: "COMPLETED", request_id: id, error: "The worker failed", error_type: "internal" };
      if (isDone(job)) return { status: "COMPLETED", request_id: id, metrics: { inference_time: 1.5 } };
      return job.polls === 1
        ? { status: "IN_QUEUE", request_id: id, queue_position: 0 }
        : { status: "IN_PROGRESS", request_id: id };
    },
    poll: /^\/fal-ai\/[\w-]+\/app\/requests\/([\w-]+)\/status\?_subdomain=queue$/,
  },
  replicate: {
    // `Prefer: wait`: most are done in the time that it waits.
    begun: (id, { mode }, link) =>
      mode === "" ? prediction(id, "succeeded", [link]) : prediction(id, "starting", null),
    state: (id, job, link) => {
      if (isFailed(job)) return prediction(id, "failed", null);
      return isDone(job) ? prediction(id, "succeeded", link) : prediction(id, "processing", null);
    },
    poll: /^\/replicate\/v1\/predictions\/([\w-]+)$/,
  },
  together: {
    begun: (id) => ({ id, object: "video", model: "a/b", status: "queued" }),
    state: (id, job, link) => {
      if (isFailed(job)) return { id, object: "video", status: "failed", error: { message: "No" } };
      return isDone(job)
        ? { id, object: "video", status: "completed", outputs: { cost: 0.14, video_url: link } }
        : { id, object: "video", status: "in_progress" };
    },
    poll: /^\/together\/v2\/videos\/([\w-]+)$/,
  },
  wavespeed: {
    begun: (id) => wavespeedJob(id, "created", []),
    state: (id, job, link) => {
      if (isFailed(job)) return wavespeedJob(id, "failed", []);
      return isDone(job) ? wavespeedJob(id, "completed", [link]) : wavespeedJob(id, "processing", []);
    },
    poll: /^\/wavespeed\/api\/v3\/predictions\/([\w-]+)\/result$/,
  },
  novita: {
    begun: (id) => ({ task_id: id }),
    state: (id, job, link) => {
      if (isFailed(job)) return { task: { task_id: id, status: "TASK_STATUS_FAILED", reason: "No" }, videos: [] };
      return isDone(job)
        ? { task: { task_id: id, status: "TASK_STATUS_SUCCEED" }, videos: [{ video_url: link, video_type: "mp4" }] }
        : { task: { task_id: id, status: "TASK_STATUS_PROCESSING", progress_percent: 50 }, videos: [] };
    },
    poll: /^\/novita\/v3\/async\/task-result\?task_id=([\w-]+)$/,
  },
  minimax: {
    begun: (id) => ({ task_id: id }),
    state: (id, job, link) => {
      if (isFailed(job)) return { task: { id, status: "failed", error: { message: "No" } } };
      return { task: isDone(job) ? { id, status: "succeeded", content: { url: link } } : { id, status: "running" } };
    },
    poll: /^\/novita\/v3\/minimax\/v2\/query\/video_generation\/([\w-]+)$/,
  },
  "zai-org": {
    begun: (id) => ({ id, request_id: id, model: "a/b", task_status: "PROCESSING" }),
    state: (id, job, link) => {
      if (isFailed(job)) return { id, request_id: id, model: "a/b", task_status: "FAIL" };
      return isDone(job)
        ? { id, request_id: id, model: "a/b", task_status: "SUCCESS", image_result: [{ url: link }] }
        : { id, request_id: id, model: "a/b", task_status: "PROCESSING" };
    },
    poll: /^\/zai-org\/api\/paas\/v4\/async-result\/([\w-]+)$/,
  },
};

export interface FakeJobs {
  begin(provider: string, model: string, task: string, mode: string): Reply;
  /** Null where the path is none of a job's, of its result's or of a file's. */
  look(received: Received): Reply | null;
}

/** Jobs in memory: queued at the first look, done at the second. */
export function createJobs(origin: () => string): FakeJobs {
  const jobs = new Map<string, Job>();
  const linkTo = (id: string): string => `${origin()}/files/${id}`;

  const state = (provider: string, id: string, queue: Queue): Reply => {
    const job = jobs.get(id);
    if (!job || job.mode === "job-lost") return json({ detail: "Request not found" }, 404);
    job.polls++;
    if (job.mode === "job-flaky" && job.polls === 1) return json({ error: "Bad Gateway" }, 502);
    if (job.mode === "job-dead") return json({ error: "Bad Gateway" }, 502);
    if (job.mode === "job-odd") return json({ unexpected: true });
    return json(queue.state(id, job, linkTo(id)), provider === "fal-ai" && !isDone(job) ? 202 : 200);
  };

  return {
    begin: (provider, model, task, mode) => {
      const queue = QUEUES[provider];
      if (!queue) return json({ error: "This provider has no queue" }, 404);
      const id = `job-${jobs.size + 1}`;
      const job = { model, task, mode, polls: 0 };
      jobs.set(id, job);
      return json(queue.begun(id, job, linkTo(id)));
    },
    look: ({ path }) => {
      for (const [provider, queue] of Object.entries(QUEUES)) {
        const id = queue.poll.exec(path)?.[1];
        if (id !== undefined) return state(provider, id, queue);
      }
      const result = /^\/fal-ai\/[\w-]+\/app\/requests\/([\w-]+)\?_subdomain=queue$/.exec(path)?.[1];
      if (result !== undefined) return falResult(jobs.get(result), linkTo(result));
      const moved = /^\/files\/(job-\d+)$/.exec(path)?.[1];
      if (moved !== undefined) return { ...json(null, 302), headers: { location: `/files/${moved}/here` } };
      const kept = /^\/files\/(job-\d+)\/here$/.exec(path)?.[1];
      return kept === undefined ? null : fileOf(jobs.get(kept));
    },
  };
}

/** https://fal.ai/models: pictures, videos and recordings, each under its name. */
function falResult(job: Job | undefined, url: string): Reply {
  if (!job) return json({ detail: "Request not found" }, 404);
  if (job.mode === "elsewhere") return json({ video: { url: "http://169.254.169.254/latest/meta-data" } });
  const made = { url, content_type: "application/octet-stream", file_name: "out", file_size: 1 };
  if (job.task.endsWith("video")) return json({ video: made });
  if (job.task.endsWith("audio")) return json({ audio: made });
  return json(job.task === "image-segmentation" ? { image: made } : { images: [made], seed: 1 });
}

function fileOf(job: Job | undefined): Reply {
  if (!job || job.mode === "file-gone") return json({ detail: "Not Found" }, 404);
  if (job.mode === "file-html") return file(Buffer.from("<html>No</html>"), "video/mp4");
  if (job.task.endsWith("video")) return file(MP4, "binary/octet-stream");
  return job.task.endsWith("audio") || job.task.endsWith("speech")
    ? file(WAV, "audio/wav")
    : file(PICTURE, "image/png");
}
