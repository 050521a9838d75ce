import { describe, expectTypeOf, it } from "vitest";
import type * as z from "zod";
import type {
  CapabilityGraph,
  CatalogueVersion,
  HookEntry,
  KeyEntry,
  KeyRequest,
  KeyWithSecret,
  ModelDetails,
  ModelPage,
  ModelSearch,
  NewHook,
  NewMessage,
  NewOwnModel,
  NewWebhook,
  OwnModelEntry,
  ServerHealth,
  WebhookDelivery,
  WebhookEntry,
} from "../../src/client/client.ts";
import type { hookBody } from "../../src/http/hooks/schemas.ts";
import type { HookView } from "../../src/http/hooks/views.ts";
import type { CatalogueView, GraphView, ModelListView, ModelView } from "../../src/http/schemas/catalogue.ts";
import type { modelsQuery } from "../../src/http/schemas/catalogue-query.ts";
import type { limitsBody, newKeyBody } from "../../src/http/schemas/keys.ts";
import type { ownModelBody } from "../../src/http/schemas/own-models.ts";
import type { messageBody } from "../../src/http/schemas/requests.ts";
import type { HealthView, KeyView, newKeyView, OwnModelView } from "../../src/http/schemas/tenant-views.ts";
import type { endpointBody } from "../../src/http/webhooks/schemas.ts";
import type { WebhookDeliveryView, WebhookView } from "../../src/http/webhooks/views.ts";

/** Checked by the compiler alone: the client states by hand what the server derives from its schemas. */
describe("what the client knows", () => {
  it("is what the server shows", () => {
    expectTypeOf<ModelListView>().toExtend<ModelPage>();
    expectTypeOf<ModelView>().toExtend<ModelDetails>();
    expectTypeOf<OwnModelView>().toExtend<OwnModelEntry>();
    expectTypeOf<GraphView>().toExtend<CapabilityGraph>();
    expectTypeOf<CatalogueView>().toExtend<CatalogueVersion>();
    expectTypeOf<HealthView>().toExtend<ServerHealth>();
    expectTypeOf<HookView>().toExtend<HookEntry>();
    expectTypeOf<KeyView>().toExtend<KeyEntry>();
    expectTypeOf<z.output<typeof newKeyView>>().toExtend<KeyWithSecret>();
    expectTypeOf<WebhookView>().toExtend<WebhookEntry>();
    expectTypeOf<WebhookDeliveryView>().toExtend<WebhookDelivery>();
  });

  it("is what the server takes", () => {
    expectTypeOf<Required<z.input<typeof modelsQuery>>["order"]>().toEqualTypeOf<Required<ModelSearch>["order"]>();
    expectTypeOf<keyof z.input<typeof modelsQuery>>().toEqualTypeOf<keyof ModelSearch>();
    expectTypeOf<keyof NewOwnModel>().toExtend<keyof z.input<typeof ownModelBody>>();
    expectTypeOf<keyof NewMessage>().toExtend<keyof z.input<typeof messageBody>>();
    expectTypeOf<keyof NewHook>().toExtend<keyof z.input<typeof hookBody>>();
    expectTypeOf<KeyRequest>().toExtend<z.input<typeof newKeyBody>>();
    expectTypeOf<Required<KeyRequest>["limits"]>().toExtend<z.input<typeof limitsBody>>();
    expectTypeOf<keyof z.input<typeof limitsBody>>().toEqualTypeOf<keyof Required<KeyRequest>["limits"]>();
    expectTypeOf<keyof NewWebhook>().toExtend<keyof z.input<typeof endpointBody>>();
  });
});
