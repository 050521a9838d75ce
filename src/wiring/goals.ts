import { AppError } from "../domain/errors.ts";
import type { Ontology } from "../domain/task-types/index.ts";
import type { OpenResource } from "../execution/index.ts";
import type { StepPlanContext } from "../goals/index.ts";
import type { ConversationRpc, TenantRpc } from "../rpc/index.ts";
import type { Built } from "./built.ts";
import { type WebhookSender, webhookSenderOf } from "./webhooks.ts";

/** The names of a run that is about to be made, in a conversation of its own. */
export interface NewRun {
  /** Its own part of the conversation's id. */
  readonly conversation: string;
  readonly run: string;
}

/** What a goal needs; its name holds its tenant and its own part of the id. */
export interface GoalParts {
  readonly identity: { readonly tenant: string; readonly goal: string };
  readonly ontology: Ontology;
  /** The id that the API knows the goal by. */
  publicId(): Promise<string>;
  newRun(): Promise<NewRun>;
  conversationId(conversation: string): Promise<string>;
  /** What plans of steps are judged by, as the expert pool is now. */
  context(): Promise<StepPlanContext>;
  readonly open: OpenResource;
  readonly sendWebhook: WebhookSender;
  conversation(conversation: string): ConversationRpc;
  tenant(): TenantRpc;
}

/** The parts of the goal of this name. */
export function goalParts(built: Built, name: string): GoalParts {
  const [tenant = "", goal = ""] = name.split(":");
  const { ids, resources } = built;
  return {
    identity: { tenant, goal },
    get ontology() {
      return built.ontology;
    },
    publicId: () => ids.goalId(tenant, goal),
    newRun: async () => {
      const conversationId = await ids.newConversation(tenant);
      const conversation = await ids.readConversation(tenant, conversationId);
      if (conversation === null) throw new Error("A conversation's id cannot be read back");
      return { conversation, run: await ids.newRun(tenant, conversation) };
    },
    conversationId: (conversation) => ids.conversationId(tenant, conversation),
    context: async () => {
      await Promise.all([built.ready(), built.tools.ready()]);
      const pool = await built.catalogue.expertPool(tenant, () => false);
      return { ontology: built.ontology, canRun: ({ name: type }) => pool.experts(type).length > 0 };
    },
    open: async (resource) => {
      const stored = await resources.open(tenant, resource.id);
      if (!stored?.body) throw new AppError("not-found", `${resource.name} is no longer stored`);
      return stored.body;
    },
    sendWebhook: webhookSenderOf(built, tenant, { as: "goal", part: goal }),
    conversation: (conversation) => built.conversation(tenant, conversation),
    tenant: () => built.tenant(tenant),
  };
}
