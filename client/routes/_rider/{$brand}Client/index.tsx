import { createFileRoute, redirect } from "@tanstack/react-router";
import type { Provider, ProviderFault } from "../../../../src/accounts/providers/provider-contract";
import { readFault, readProvider } from "../../../riders/sign-in/provider-search";

/** The rider's sign-in. Signed-in riders are redirected. */
export const Route = createFileRoute("/_rider/{$brand}Client/")({
  staticData: { isListed: true },
  validateSearch: ({
    notice,
    provider,
  }): { notice?: "provider" | ProviderFault | undefined; provider?: Provider | undefined } => ({
    notice: notice === "provider" ? notice : readFault(notice),
    provider: readProvider(provider),
  }),
  beforeLoad: ({ context }) => {
    if (context.session.authenticated) throw redirect({ to: "/" });
  },
  head: ({ match }) => ({
    meta: [
      { title: `${match.context.words.t("Sign in")} · ${match.context.settings.brand}` },
      {
        name: "description",
        content: match.context.words.t(
          "See your trips and book with your phone number or e-mail, without a password.",
        ),
      },
    ],
  }),
});
