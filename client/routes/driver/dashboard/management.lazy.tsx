import { createLazyFileRoute } from "@tanstack/react-router";
import { CallDispatch } from "../../../driving/call-dispatch";
import { DocumentList } from "../../../driving/documents/document-list";
import { OwnAvailability } from "../../../driving/own-availability";
import { VehiclePhotos } from "../../../driving/documents/vehicle-photos";
import { Card } from "../../../ui/card";
import { DefinitionList } from "../../../ui/definition-list";
import { EmptyState } from "../../../ui/empty-state";
import { PageHeader } from "../../../ui/page-header";
import { Section } from "../../../ui/section";

export const Route = createLazyFileRoute("/driver/dashboard/management")({
  component: Management,
});

function Management() {
  const { papers, availability } = Route.useLoaderData();
  const { settings } = Route.useRouteContext();
  const { documents, vehicle } = papers;
  return (
    <>
      <PageHeader title="Management" />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <OwnAvailability loaded={availability} />
        <Card>
          <Section
            detail="You can’t be assigned a trip after a required document has expired."
            title="Documents"
          >
            <DocumentList slots={documents} timeZone={settings.timeZone} />
          </Section>
        </Card>
        <div className="grid gap-4">
          <Card>
            <Section title="Vehicle">
              {vehicle ? (
                <DefinitionList
                  facts={[
                    { name: "Make", value: vehicle.make },
                    { name: "Model", value: vehicle.model },
                    { name: "Year", value: vehicle.year },
                    { name: "Colour", value: vehicle.color },
                    { name: "Plate", value: vehicle.plate },
                    { name: "Class", value: vehicle.className },
                    { name: "Passengers", value: vehicle.passengers },
                    { name: "Bags", value: vehicle.luggage },
                  ]}
                />
              ) : (
                <EmptyState title="No vehicle of your own">
                  Dispatch assigns a vehicle for each trip.
                </EmptyState>
              )}
            </Section>
          </Card>
          {vehicle && (
            <Card>
              <Section title="Vehicle documents">
                <DocumentList slots={vehicle.documents} timeZone={settings.timeZone} />
              </Section>
            </Card>
          )}
        </div>
        {vehicle && (
          <Card className="lg:col-span-2">
            <Section
              detail="Dispatch checks a new photo before it replaces the old one."
              title="Vehicle photos"
            >
              <VehiclePhotos slots={vehicle.photos} />
            </Section>
          </Card>
        )}
      </div>
      <CallDispatch what="To change your vehicle" />
    </>
  );
}
