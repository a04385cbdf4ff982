import { createRouter, runThenRead } from "../server/calls";
import { limitPerSession, withoutIdleTimeout } from "../server/http";
import {
  addEndpoint,
  changeSecret,
  removeEndpoint,
  replayDeliveries,
  saveEndpoint,
  testEndpoint,
} from "./actions";
import {
  AddEndpoint,
  Deliveries,
  DeliveriesQuery,
  Delivery,
  EndpointSecret,
  ReplayRequest,
  ReplayAnswer,
  SaveEndpoint,
  SeenEndpointVersion,
  Webhooks,
} from "./contract";
import { listDeliveries, readWebhooks, toDelivery } from "./queries";

const who = "settings.manage";

/** Calls with which owners manage webhook endpoints. */
export const webhookRoutes = createRouter("webhooks")
  .get(
    "/admin/webhooks",
    "Lists the endpoints that receive events",
    { who, answer: Webhooks },
    ({ deps }) => readWebhooks(deps),
  )
  .post(
    "/admin/webhooks",
    "Adds an endpoint. Only this answer contains its secret",
    {
      who,
      body: AddEndpoint,
      created: EndpointSecret,
      refuses: ["webhook.too_many"],
      use: limitPerSession(60, 3_600),
    },
    ({ deps, actor, body }) => addEndpoint(deps, actor, body),
  )
  .put(
    "/admin/webhooks/:id",
    "Changes an endpoint, or turns it on or off",
    {
      who,
      body: SaveEndpoint,
      answer: Webhooks,
      refuses: ["request.conflict"],
      use: limitPerSession(120, 3_600),
    },
    runThenRead(saveEndpoint, (deps) => readWebhooks(deps)),
  )
  .delete(
    "/admin/webhooks/:id",
    "Deletes an endpoint and the log of its calls",
    { who, body: SeenEndpointVersion, answer: Webhooks, refuses: ["request.conflict"] },
    async ({ deps, actor, id, body }) => {
      await removeEndpoint(deps, actor, id, body.version);
      return readWebhooks(deps);
    },
  )
  .post(
    "/admin/webhooks/:id/secret",
    "Gives an endpoint a new secret. Calls are signed with both secrets for a day",
    { who, body: SeenEndpointVersion, answer: EndpointSecret, refuses: ["request.conflict"] },
    ({ deps, actor, id, body }) => changeSecret(deps, actor, id, body.version),
  )
  .post(
    "/admin/webhooks/:id/test",
    "Sends a webhook.test event to an endpoint now, and returns the result",
    { who, answer: Delivery, use: limitPerSession(60, 3_600) },
    // An endpoint that hangs takes longer than a connection may stay idle.
    ({ c, deps, actor, id }) =>
      withoutIdleTimeout(c, async () => toDelivery(await testEndpoint(deps, actor, id))),
  )
  .get(
    "/admin/webhooks/:id/deliveries",
    "Lists the calls to an endpoint, newest first, each with its request and response",
    { who, query: DeliveriesQuery, answer: Deliveries },
    ({ deps, id, query }) => listDeliveries(deps, id, query),
  )
  .post(
    "/admin/webhooks/:id/replays",
    "Repeats one call to an endpoint, or all failed calls since a given time",
    { who, body: ReplayRequest, answer: ReplayAnswer, refuses: ["webhook.off"] },
    async ({ deps, actor, id, body }) => ({
      replayed: await replayDeliveries(deps, actor, id, body),
    }),
  );
