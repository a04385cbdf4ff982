import { createLazyFileRoute } from "@tanstack/react-router";
import { CallDispatch } from "../../../driving/call-dispatch";
import { Expiry } from "../../../driving/expiry";
import { Card } from "../../../ui/card";
import { DefinitionList } from "../../../ui/definition-list";
import { EmptyState } from "../../../ui/empty-state";
import { PageHeader } from "../../../ui/page-header";
import { Section } from "../../../ui/section";

export const Route = createLazyFileRoute("/driver/dashboard/management")({
  component: Management,
});

function Management() {
  const { driver, now } = Route.useLoaderData();
  const { settings } = Route.useRouteContext();
  const { vehicle } = driver;
  return (
    <>
      <PageHeader title="Management" />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Card>
          <Section detail="A trip is never assigned after a document’s last day." title="Documents">
            <DefinitionList
              facts={[
                {
                  name: "Driving license",
                  value: (
                    <Expiry at={driver.licenseExpiresAt} now={now} timeZone={settings.timeZone} />
                  ),
                },
              ]}
            />
          </Section>
        </Card>
        <Card>
          <Section title="Vehicle">
            {vehicle ? (
              <DefinitionList
                facts={[
                  { name: "Make", value: vehicle.make },
                  { name: "Model", value: vehicle.model },
                  { name: "Color", value: vehicle.color },
                  { name: "Plate", value: vehicle.plate },
                ]}
              />
            ) : (
              <EmptyState title="No vehicle of your own">
                Dispatch names a vehicle with each trip.
              </EmptyState>
            )}
          </Section>
        </Card>
      </div>
      <CallDispatch what="To renew a document or change your vehicle" />
    </>
  );
}
