import { createRouter } from "../../server/calls";
import { withoutIdleTimeout, limitPerSession } from "../../server/http";
import { testProvider } from "./provider-actions";
import { ProviderList, ProviderParam, ProviderTest, TestProvider } from "./provider-contract";
import { readProviders } from "./provider-queries";

/** The API for outside services, for the owner: which are connected, and tests of them. */
export const providerRoutes = createRouter("settings")
  .get(
    "/admin/settings/providers",
    "Lists the external services that the server uses",
    { who: "settings.manage", answer: ProviderList },
    ({ deps }) => readProviders(deps),
  )
  .post(
    "/admin/settings/providers/:id/test",
    "Tests a service and returns the result. Test messages go to the member of staff who tests",
    {
      who: "settings.manage",
      param: ProviderParam,
      body: TestProvider,
      answer: ProviderTest,
      refuses: ["provider.not_configured", "settings.configured"],
      use: limitPerSession(30, 3_600),
    },
    // A mail server that hangs takes longer than the time for which a connection may be idle.
    ({ c, deps, actor, id, body }) =>
      withoutIdleTimeout(c, () => testProvider(deps, actor, id, body)),
  );
