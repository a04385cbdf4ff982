import { createLazyFileRoute } from "@tanstack/react-router";
import { RecentSignIns } from "../../../../riders/account/recent-sign-ins";
import { Security } from "../../../../riders/account/security";
import { SignInMethods } from "../../../../riders/account/sign-in-methods";
import { ProviderFaultBanner } from "../../../../riders/sign-in/provider-fault-banner";
import { providerNames } from "../../../../riders/sign-in/provider-words";
import { useWords } from "../../../../words/use-words";
import { NoticeBanner } from "../../../../ui/notice-banner";

export const Route = createLazyFileRoute("/_rider/_protected/profile/security")({
  component: SecurityPage,
});

function SecurityPage() {
  const t = useWords();
  const { api, settings } = Route.useRouteContext();
  const { timeZone } = settings;
  const { sessions, identities, offered, signIns } = Route.useLoaderData();
  const { linked, fault, provider } = Route.useSearch();
  const isLinked = linked && identities.some((identity) => identity.provider === linked);
  return (
    <>
      {isLinked && (
        <div className="mb-6" role="status">
          <NoticeBanner tone="success">
            {t("{provider} is linked. You can now sign in with it.", {
              provider: providerNames[linked],
            })}
          </NoticeBanner>
        </div>
      )}
      {fault && provider && (
        <div className="mb-6">
          <ProviderFaultBanner fault={fault} provider={provider} />
        </div>
      )}
      <SignInMethods
        api={api}
        identities={identities}
        offeredProviders={offered}
        settings={settings}
      />
      <Security api={api} devices={sessions} timeZone={timeZone}>
        <RecentSignIns signIns={signIns} timeZone={timeZone} />
      </Security>
    </>
  );
}
