import { plateText } from "../../../ui/plate-text";
import { fullName } from "../../../../src/accounts/name-rules";
import { createLazyFileRoute } from "@tanstack/react-router";
import { LogOut } from "lucide-react";
import { CallDispatch } from "../../../driving/call-dispatch";
import { useLogout } from "../../../driving/logout";
import { MyRating } from "../../../driving/my-rating";
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
import { useWords } from "../../../words/use-words";
import { lazy } from "../../../lazy";
import { LanguageField } from "../../../driving/language/language-field";

const CalendarLinkPart = lazy(
  async () => (await import("../../../calendars/calendar-link")).CalendarLinkPart,
);

export const Route = createLazyFileRoute("/driver/dashboard/profile")({ component: Profile });

function Profile() {
  const t = useWords();
  const { driver, now } = Route.useLoaderData();
  const { api, settings } = Route.useRouteContext();
  const { logout, dialog } = useLogout();
  const name = fullName(driver);
  const { vehicle } = driver;
  return (
    <>
      <PageHeader title={t("Profile")} />
      {dialog}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Card>
          <div className="mb-4 flex items-center gap-4">
            <Avatar name={name} size="large" />
            <div className="min-w-0">
              <p className="break-words font-semibold text-lg">{name}</p>
              <Badge tone={driver.state === "active" ? "success" : "danger"}>
                {driver.state === "active" ? t("Active") : t("Suspended")}
              </Badge>
            </div>
          </div>
          <DefinitionList
            facts={[
              { name: t("E-mail"), value: driver.email },
              { name: t("Phone"), value: driver.phone && <bdi dir="ltr">{driver.phone}</bdi> },
              { name: t("Rating"), value: <MyRating /> },
              {
                name: t("Licence valid until"),
                value: (
                  <Expiry at={driver.licenseExpiresAt} now={now} timeZone={settings.timeZone} />
                ),
              },
              {
                name: t("Vehicle"),
                value: vehicle
                  ? `${vehicle.color} ${vehicle.make} ${vehicle.model}, ${plateText(vehicle.plate)}`
                  : null,
              },
            ]}
          />
        </Card>
        <Card>
          <Section
            detail={t("The language of these pages and of all messages to you.")}
            title={t("Your language")}
          >
            <LanguageField />
          </Section>
        </Card>
        <Card>
          <Section
            detail={t("Get offers and changes even when this page is closed.")}
            title={t("This phone")}
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
          <Section title={t("Calendar")}>
            <CalendarLinkPart
              calls={{
                link: () => read(api.driver.calendar.$get()),
                make: (reset) => read(api.driver.calendar.$post({ json: { reset } })),
                end: () => read(api.driver.calendar.$delete()),
              }}
            />
          </Section>
        </Card>
        <Card>
          <Section
            detail={t("You stay signed in on this device until you log out.")}
            title={t("Signed in")}
          >
            <p className="mb-4">
              {t(
                "You are signed in as {name}. Log out before you hand this device to somebody else.",
                {
                  name: driver.email ?? driver.phone ?? name,
                },
              )}
            </p>
            <Button
              icon={<LogOut aria-hidden="true" className="rtl:-scale-x-100" size={20} />}
              onClick={logout}
              variant="secondary"
            >
              {t("Log out")}
            </Button>
          </Section>
        </Card>
      </div>
      <CallDispatch text={t("To correct something here, call dispatch.")} />
    </>
  );
}
