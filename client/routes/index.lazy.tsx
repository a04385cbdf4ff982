import { createLazyFileRoute } from "@tanstack/react-router";
import { lazyServed } from "../lazy-served";
import type { ShownPage } from "../../src/content/contract";
import type { Settings } from "../../src/settings/contract";
import type { Api } from "../api";
import { ClosingBanner } from "../site/lazy-closing-banner";
import { RideForm } from "../site/ride/ride-form";
import { StaticRideFields } from "../site/ride/static-ride-fields";
import { buttonStyle } from "../ui/button-style";
import { HeroBackground } from "../site/hero-background";
import { PublicShell } from "../site/public-shell";
import { useWords } from "../words/use-words";

const HomeSections = lazyServed(async () => (await import("../site/home-sections")).HomeSections);

export const Route = createLazyFileRoute("/")({ component: HomePage });

function HomePage() {
  const { api, settings } = Route.useRouteContext();
  const { vehicleClasses, page, services, area } = Route.useLoaderData();
  return (
    <PublicShell operator={settings}>
      <Hero api={api} page={page} settings={settings} />
      <HomeSections
        area={area}
        classes={vehicleClasses}
        operator={settings}
        sections={page.sections}
        services={services}
      />
      <ClosingBanner operator={settings} />
    </PublicShell>
  );
}

function Hero({
  page: { heading, lead, picture, isPriced },
  settings,
  api,
}: {
  page: ShownPage;
  settings: Settings;
  api: Api;
}) {
  const t = useWords();
  const { bookingClosed: closedText } = settings;
  return (
    <HeroBackground picture={picture}>
      <div
        className={`mx-auto grid max-w-6xl gap-10 px-4 pt-12 sm:px-6 lg:grid-cols-[1fr_26rem] lg:items-start lg:gap-16 lg:pt-24 ${picture ? "pb-12 lg:pb-24" : "pb-56 lg:pb-72"}`}
      >
        <div className={`max-w-xl ${picture ? "text-scene-ink" : "text-land-ink"}`}>
          <h1 className="break-words text-2xl">{heading}</h1>
          {lead && (
            <p className={`mt-6 break-words text-lg ${picture ? "" : "text-land-muted"}`}>{lead}</p>
          )}
        </div>
        <div className="min-w-0 rounded-xl bg-surface-raised p-4 text-ink shadow-lg sm:p-6">
          <h2 className="mb-4 text-lg">{closedText ? t("Booking is closed") : t("Where to?")}</h2>
          {closedText ? (
            <>
              <p className="whitespace-pre-line break-words text-ink-muted">
                {t.known(closedText)}
              </p>
              {settings.phone && (
                <a
                  className={`mt-4 ${buttonStyle("primary", "medium", true)}`}
                  href={`tel:${settings.phone.replace(/[^+0-9]/g, "")}`}
                >
                  {t("Call {phone}", { phone: settings.phone })}
                </a>
              )}
            </>
          ) : (
            <RideForm
              api={api}
              isPriced={isPriced}
              label={isPriced ? undefined : t("Ask for a price")}
              settings={settings}
              staticFields={<StaticRideFields town={settings.town} />}
            />
          )}
        </div>
      </div>
    </HeroBackground>
  );
}
