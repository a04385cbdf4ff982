import { createLazyFileRoute } from "@tanstack/react-router";
import { Consents } from "../../../../riders/account/consents";
import { PersonalDataCopy } from "../../../../riders/account/data-copy";
import { EraseAccount } from "../../../../riders/account/erase-account";
import { Privacy } from "../../../../riders/account/privacy";

export const Route = createLazyFileRoute("/_rider/_protected/profile/privacy")({
  component: PrivacyPage,
});

function PrivacyPage() {
  const { api, settings } = Route.useRouteContext();
  const { state, consents } = Route.useLoaderData();
  return (
    <Privacy driverSeesPhone={state.driverSeesPhone} settings={settings}>
      <Consents api={api} consents={consents} timeZone={settings.timeZone} />
      <PersonalDataCopy api={api} settings={settings} state={state} />
      <EraseAccount api={api} settings={settings} state={state} />
    </Privacy>
  );
}
