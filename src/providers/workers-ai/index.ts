import type { WorkersAiBinding } from "../../config/controllers.ts";
import { AppError } from "../../domain/errors.ts";
import { baseKind } from "../../domain/kinds.ts";
import type { Ontology } from "../../domain/task-types/index.ts";
import { type ChatLimits, UNKNOWN_LIMITS } from "../chat-tasks/chat-task.ts";
import { sizeOf, TextInputs } from "../inputs.ts";
import { memoryPermits } from "../memory-permits.ts";
import { withBoxesDrawn } from "../overlays/index.ts";
import type { Provider } from "../provider.ts";
import { shapeFor } from "./families.ts";
import { type RestAccess, runByBinding, runByRest } from "./run.ts";
import { usageOf } from "./shape.ts";

/** The access to Workers AI: the `AI` binding, or REST. */
export type WorkersAiAccess =
  | { readonly by: "binding"; readonly ai: WorkersAiBinding }
  | ({ readonly by: "rest" } & RestAccess);

interface WorkersAiDependencies {
  readonly ontology: Ontology;
  /** A model's limits, from the catalogue. */
  readonly limitsOf?: (model: string) => ChatLimits;
}

/** Cloudflare's own models and those that it took over; a name leads nowhere but to a path of the API. */
const MODEL = /^@(?:cf|hf)\/[\w.-]{1,100}\/[\w.-]{1,100}$/;

/** Memory for an answer while it is read: a picture or sound, and its base64 in JSON. */
const FILE_ANSWER_BYTES = 8 * 1024 * 1024;
const ANSWER_BYTES = 1024 * 1024;

/** The provider of models that run at Cloudflare. It lists none itself: the catalogue has them. */
export function createWorkersAiProvider(
  access: WorkersAiAccess,
  { ontology, limitsOf = () => UNKNOWN_LIMITS }: WorkersAiDependencies,
): Provider {
  const run = access.by === "binding" ? runByBinding(access.ai) : runByRest(access);

  const shapeOf = (model: string, taskType: string) => {
    const type = MODEL.test(model) ? ontology.get(taskType) : undefined;
    const shape = type && shapeFor(model, type);
    return type && shape ? { type, shape } : null;
  };

  return {
    name: "workers-ai",
    endpoints: () => [],
    find: async (model, taskType) =>
      shapeOf(model, taskType) && {
        provider: "workers-ai",
        model,
        taskType,
        description: `${model} at Cloudflare`,
        licence: "unknown",
        grade: "full",
      },
    call: async ({ endpoint: { model }, taskType, inputs, signal, progress, answered }) => {
      const found = shapeOf(model, taskType);
      if (!found) throw new AppError("no-model", `${model} is not known to do ${taskType} on Workers AI`);
      const { type, shape } = found;
      const limits = limitsOf(model);
      const maxInputBytes = Math.min(shape.maxInputBytes, limits.maxInputBytes ?? shape.maxInputBytes);
      const size = sizeOf(inputs);
      if (size > maxInputBytes) {
        throw new AppError(
          "resource-too-large",
          `The inputs have ${size} bytes; ${model} is sent at most ${maxInputBytes}.`,
        );
      }
      const makesFile = type.outputs.some(({ kinds }) => kinds.some((kind) => FILES.has(baseKind(kind))));
      const share = size * shape.copies + (makesFile ? FILE_ANSWER_BYTES : ANSWER_BYTES);
      const result = await memoryPermits.run(share, signal, () =>
        shape.call({
          model,
          type,
          inputs,
          texts: new TextInputs(inputs, maxInputBytes),
          limits,
          maxInputBytes,
          run: async (input) => {
            const answer = await run(model, input, signal);
            answered?.(usageOf(answer));
            return answer;
          },
          progress,
        }),
      );
      return withBoxesDrawn(result, { taskType, inputs, signal });
    },
  };
}

const FILES: ReadonlySet<string> = new Set(["image", "audio", "video"]);
