import { createLazyFileRoute } from "@tanstack/react-router";
import { fullName } from "../../../../src/accounts/name-rules";
import { DriverAccount } from "../../../billing/driver-account";
import { DeferredPart } from "../../../deferred-part";
import { PagePending } from "../../../office/office-page";
import { PageFailure } from "../../../office/page-failure";
import { PageHeader } from "../../../ui/page-header";

export const Route = createLazyFileRoute("/dispatch/dashboard/payouts_/$id")({
  component: DriverAccountPage,
});

function DriverAccountPage() {
  const { driver, role, money } = Route.useLoaderData();
  return (
    <DeferredPart
      failed={PageFailure}
      key={driver.id}
      of={money}
      waiting={
        <>
          <PageHeader dense title={fullName(driver)} />
          <PagePending />
        </>
      }
    >
      {(found) => <DriverAccount driver={driver} role={role} {...found} />}
    </DeferredPart>
  );
}
