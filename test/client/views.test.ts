import { describe, expectTypeOf, it } from "vitest";
import type * as z from "zod";
import type {
  CatalogueVersion,
  Graph,
  Health,
  HookEntry,
  ModelDetails,
  ModelPage,
  ModelSearch,
  NewHook,
  NewMessage,
  NewOwnModel,
  NewWebhook,
  OwnModelEntry,
  RunReport,
  WebhookDelivery,
  WebhookEntry,
} from "../../src/client/client.ts";
import type { hookBody } from "../../src/http/hooks/schemas.ts";
import type { HookView } from "../../src/http/hooks/views.ts";
import type { CatalogueView, GraphView, ModelListView, ModelView } from "../../src/http/schemas/catalogue.ts";
import type { modelsQuery } from "../../src/http/schemas/catalogue-query.ts";
import type { OwnModelView } from "../../src/http/schemas/own-model-views.ts";
import type { ownModelBody } from "../../src/http/schemas/own-models.ts";
import type { messageBody } from "../../src/http/schemas/requests.ts";
import type { HealthView } from "../../src/http/schemas/system.ts";
import type { endpointBody } from "../../src/http/webhooks/schemas.ts";
import type { DeliveryView, WebhookView } from "../../src/http/webhooks/views.ts";
import type { Report } from "../../src/response/report.ts";

/** Checked by the compiler alone: the client states by hand what the server derives from its schemas. */
describe("what the client knows", () => {
  it("is what the server shows", () => {
    expectTypeOf<ModelListView>().toExtend<ModelPage>();
    expectTypeOf<ModelView>().toExtend<ModelDetails>();
    expectTypeOf<OwnModelView>().toExtend<OwnModelEntry>();
    expectTypeOf<GraphView>().toExtend<Graph>();
    expectTypeOf<CatalogueView>().toExtend<CatalogueVersion>();
    expectTypeOf<Report>().toEqualTypeOf<RunReport>();
    expectTypeOf<HealthView>().toExtend<Health>();
    expectTypeOf<HookView>().toExtend<HookEntry>();
    expectTypeOf<WebhookView>().toExtend<WebhookEntry>();
    expectTypeOf<DeliveryView>().toExtend<WebhookDelivery>();
  });

  it("is what the server takes", () => {
    expectTypeOf<Required<z.input<typeof modelsQuery>>["order"]>().toEqualTypeOf<Required<ModelSearch>["order"]>();
    expectTypeOf<keyof z.input<typeof modelsQuery>>().toEqualTypeOf<keyof ModelSearch>();
    expectTypeOf<keyof NewOwnModel>().toExtend<keyof z.input<typeof ownModelBody>>();
    expectTypeOf<keyof NewMessage>().toExtend<keyof z.input<typeof messageBody>>();
    expectTypeOf<keyof NewHook>().toExtend<keyof z.input<typeof hookBody>>();
    expectTypeOf<keyof NewWebhook>().toExtend<keyof z.input<typeof endpointBody>>();
  });
});
