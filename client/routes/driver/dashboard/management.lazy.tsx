import { createLazyFileRoute } from "@tanstack/react-router";
import { CallDispatch } from "../../../driving/call-dispatch";
import { DocumentList } from "../../../driving/documents/document-list";
import { lazy } from "../../../lazy";
import { MyAvailability } from "../../../driving/my-availability";
import { Card } from "../../../ui/card";
import { DefinitionList } from "../../../ui/definition-list";
import { EmptyState } from "../../../ui/empty-state";
import { PageHeader } from "../../../ui/page-header";
import { Section } from "../../../ui/section";
import { useWords } from "../../../words/use-words";

const VehiclePhotos = lazy(
  async () => (await import("../../../driving/documents/vehicle-photos")).VehiclePhotos,
);

export const Route = createLazyFileRoute("/driver/dashboard/management")({
  component: DriverManagement,
});

function DriverManagement() {
  const t = useWords();
  const { papers, availability } = Route.useLoaderData();
  const { settings } = Route.useRouteContext();
  const { documents, vehicle } = papers;
  return (
    <>
      <PageHeader title={t("Management")} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <MyAvailability loaded={availability} />
        <Card>
          <Section
            detail={t("You can’t be assigned a trip after a required document has expired.")}
            title={t("Documents")}
          >
            <DocumentList slots={documents} timeZone={settings.timeZone} />
          </Section>
        </Card>
        <div className="grid gap-4">
          <Card>
            <Section title={t("Vehicle")}>
              {vehicle ? (
                <DefinitionList
                  facts={[
                    { name: t("Make"), value: vehicle.make },
                    { name: t("Model"), value: vehicle.model },
                    { name: t("Year"), value: vehicle.year },
                    { name: t("Colour"), value: vehicle.color },
                    { name: t("Plate"), value: vehicle.plate },
                    { name: t("Class"), value: t.known(vehicle.className, "name") },
                    { name: t("Passengers"), value: vehicle.passengers },
                    { name: t("Bags"), value: vehicle.luggage },
                  ]}
                />
              ) : (
                <EmptyState title={t("No vehicle of your own")}>
                  {t("Dispatch assigns a vehicle for each trip.")}
                </EmptyState>
              )}
            </Section>
          </Card>
          {vehicle && (
            <Card>
              <Section title={t("Vehicle documents")}>
                <DocumentList slots={vehicle.documents} timeZone={settings.timeZone} />
              </Section>
            </Card>
          )}
        </div>
        {vehicle && (
          <Card className="lg:col-span-2">
            <Section
              detail={t("Dispatch checks a new photo before it replaces the old one.")}
              title={t("Vehicle photos")}
            >
              <VehiclePhotos slots={vehicle.photos} />
            </Section>
          </Card>
        )}
      </div>
      <CallDispatch text={t("To change your vehicle, call dispatch.")} />
    </>
  );
}
