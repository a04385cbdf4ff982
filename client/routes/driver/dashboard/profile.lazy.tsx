import { fullName } from "../../../../src/accounts/name-rules";
import { createLazyFileRoute } from "@tanstack/react-router";
import { LogOut } from "lucide-react";
import { CallDispatch } from "../../../driving/call-dispatch";
import { useLogout } from "../../../driving/logout";
import { OwnRating } from "../../../driving/own-rating";
import { Expiry } from "../../../driving/documents/expiry";
import { read } from "../../../api";
import { PhoneNotifications } from "../../../pwa/phone-notifications";
import { Avatar } from "../../../ui/avatar";
import { Badge } from "../../../ui/badge";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { DefinitionList } from "../../../ui/definition-list";
import { PageHeader } from "../../../ui/page-header";
import { Section } from "../../../ui/section";

export const Route = createLazyFileRoute("/driver/dashboard/profile")({ component: Profile });

function Profile() {
  const { driver, now } = Route.useLoaderData();
  const { api, settings } = Route.useRouteContext();
  const { logout, question } = useLogout();
  const name = fullName(driver);
  const { vehicle } = driver;
  return (
    <>
      <PageHeader title="Profile" />
      {question}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Card>
          <div className="mb-4 flex items-center gap-4">
            <Avatar name={name} size="large" />
            <div className="min-w-0">
              <p className="break-words font-semibold text-lg">{name}</p>
              <Badge tone={driver.state === "active" ? "success" : "danger"}>
                {driver.state === "active" ? "Active" : "Suspended"}
              </Badge>
            </div>
          </div>
          <DefinitionList
            facts={[
              { name: "Email", value: driver.email },
              { name: "Phone", value: driver.phone },
              { name: "Rating", value: <OwnRating /> },
              {
                name: "Licence valid until",
                value: (
                  <Expiry at={driver.licenseExpiresAt} now={now} timeZone={settings.timeZone} />
                ),
              },
              {
                name: "Vehicle",
                value: vehicle
                  ? `${vehicle.color} ${vehicle.make} ${vehicle.model}, ${vehicle.plate}`
                  : null,
              },
            ]}
          />
        </Card>
        <Card>
          <Section
            detail="Get offers and changes even when this page is closed."
            title="This phone"
          >
            <PhoneNotifications
              calls={{
                state: () => read(api.driver.push.$get()),
                on: (json) => read(api.driver.push.$put({ json })),
                off: () => read(api.driver.push.$delete()),
              }}
            />
          </Section>
        </Card>
        <Card>
          <Section detail="You stay signed in on this device until you log out." title="Signed in">
            <p className="mb-4">
              As {driver.email ?? driver.phone ?? name}. Log out before you hand this device to
              somebody else.
            </p>
            <Button
              icon={<LogOut aria-hidden="true" size={20} />}
              onClick={logout}
              variant="secondary"
            >
              Log out
            </Button>
          </Section>
        </Card>
      </div>
      <CallDispatch what="To correct something here" />
    </>
  );
}
