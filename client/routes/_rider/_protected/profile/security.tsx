import { createFileRoute } from "@tanstack/react-router";
import type {
  Provider,
  ProviderFault,
} from "../../../../../src/accounts/providers/provider-contract";
import { markAsJson } from "../../../../answer-data";
import { loadAsRider } from "../../../../riders/session";
import { readFault, readProvider } from "../../../../riders/sign-in/provider-search";

interface Search {
  /** The provider whose account was just linked. */
  linked?: Provider | undefined;
  /** The outcome of linking an account of `provider`. */
  fault?: ProviderFault | undefined;
  provider?: Provider | undefined;
}

export const Route = createFileRoute("/_rider/_protected/profile/security")({
  staticData: { words: ["sign-in"] },
  validateSearch: ({ linked, fault, provider }): Search => ({
    linked: readProvider(linked),
    fault: readFault(fault),
    provider: readProvider(provider),
  }),
  loader: async ({ context: { api } }) => {
    const [{ sessions }, { identities, offered }, { signIns }] = await Promise.all([
      loadAsRider(api, api.auth.sessions.$get()),
      loadAsRider(api, api.auth.identities.$get()),
      loadAsRider(api, api.auth["sign-ins"].$get()),
    ]);
    return markAsJson({ sessions, identities, offered, signIns });
  },
  head: ({ match }) => ({
    meta: [{ title: `${match.context.words.t("Security")} · ${match.context.settings.brand}` }],
  }),
});
