import {
  actorOf,
  createRouter,
  describe,
  limitPerSession,
  requirePermission,
  validate,
} from "../../server/http";
import { testProvider } from "./provider-actions";
import { ProviderList, ProviderParam, ProviderTest, TestProvider } from "./provider-contract";
import { readProviders } from "./provider-queries";

const tag = "settings";

/** The services of others, for the owner: which are configured, and whether they work. */
export const providerTestRoutes = createRouter()
  .get(
    "/admin/settings/providers",
    describe({
      summary: "Which services the server is configured with",
      tag,
      security: "admin",
      answers: { 200: ProviderList },
      refusals: ["request.forbidden"],
    }),
    requirePermission("operator.rule"),
    (c) => c.json(readProviders(c.var.deps) satisfies ProviderList),
  )
  .post(
    "/admin/settings/providers/:id/test",
    describe({
      summary: "Tries a service out and tells what happened; messages go to whoever asks",
      tag,
      security: "admin",
      answers: { 200: ProviderTest },
      refusals: ["request.forbidden", "provider.not_configured", "request.too_many"],
    }),
    requirePermission("operator.rule"),
    limitPerSession(30, 3_600),
    validate("json", TestProvider),
    validate("param", ProviderParam),
    async (c) => {
      const { deps, session } = c.var;
      // A mail server that hangs takes longer than a connection may be silent.
      const limitIdle = c.env?.keepOpen?.();
      try {
        const actor = { ...actorOf(session), id: session.accountId };
        const found = await testProvider(deps, actor, c.req.valid("param").id, c.req.valid("json"));
        return c.json(found satisfies ProviderTest);
      } finally {
        limitIdle?.();
      }
    },
  );
