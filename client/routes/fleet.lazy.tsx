import { createLazyFileRoute } from "@tanstack/react-router";
import type { PublishedPricesAnswer } from "../../src/fares/price-list-contract";
import type { VehicleClass } from "../../src/vehicles/class-contract";
import { useIsOffered } from "../use-is-offered";
import { ClassCapacity, equipmentTexts } from "../site/ride/class-equipment";
import { EmptyListNotice } from "../site/empty-list-notice";
import { SitePage } from "../site/site-page";
import { buttonStyle } from "../ui/button-style";
import { Glyph } from "../ui/glyph";
import { VehicleArt } from "../ui/vehicle-art";
import { useWords } from "../words/use-words";

export const Route = createLazyFileRoute("/fleet")({ component: Fleet });

/** The classes that can be booked, each with its space, equipment and lowest price. */
function Fleet() {
  const t = useWords();
  const { settings } = Route.useRouteContext();
  const { page, classes, from } = Route.useLoaderData();
  return (
    <SitePage drawing="fleet" operator={settings} page={page} sections={page.sections}>
      {classes.length === 0 ? (
        <EmptyListNotice title={t("Ask us about vehicles")}>
          {t(
            "Our contacts are at the bottom of this page. Tell us how many people are riding and what you are bringing.",
          )}
        </EmptyListNotice>
      ) : (
        <ul className="mx-auto grid max-w-6xl gap-6 px-4 pt-12 sm:px-6 md:grid-cols-2 md:pt-16">
          {classes.map((vehicleClass) => (
            <ClassCard
              isBookable={settings.bookingClosed === null}
              key={vehicleClass.id}
              prices={from[vehicleClass.id]}
              vehicleClass={vehicleClass}
            />
          ))}
        </ul>
      )}
    </SitePage>
  );
}

function ClassCard({
  vehicleClass,
  prices,
  isBookable,
}: {
  vehicleClass: VehicleClass;
  /** Whether riders may book online now. */
  isBookable: boolean;
  /** The lowest prices; undefined if prices are on request. */
  prices: PublishedPricesAnswer["from"][string] | undefined;
}) {
  const t = useWords();
  const { id, illustration } = vehicleClass;
  const name = t.known(vehicleClass.name, "name");
  const isOffered = useIsOffered();
  const equipment = isOffered("home-care") ? equipmentTexts(vehicleClass, t) : [];
  return (
    <li className="flex min-w-0 flex-col rounded-lg border border-line bg-surface-raised p-6 shadow-sm sm:p-8">
      <VehicleArt className="mx-auto w-80" kind={illustration} />
      <h2 className="mt-6 break-words text-lg">{name}</h2>
      <p className="mt-1 break-words text-ink-muted">{t.known(vehicleClass.description, "name")}</p>
      <ClassCapacity className="mt-4 border-line border-t pt-4" vehicleClass={vehicleClass} />
      {equipment.length > 0 && (
        <div className="mt-4">
          <h3 className="font-medium text-sm">{t("Capacity")}</h3>
          <ul className="mt-1 grid gap-1 text-ink-muted text-sm">
            {equipment.map((item) => (
              <li className="flex items-start gap-2" key={item}>
                <Glyph className="mt-0.5 shrink-0 text-accent-text" d="M20 6 9 17l-5-5" size={16} />
                {item}
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="mt-auto flex flex-wrap items-end justify-between gap-4 pt-6">
        <p>
          <span className="block font-semibold text-lg">
            {prices ? t("From {price}", { price: prices.price }) : t("Price on request")}
          </span>
          {prices?.hourly && (
            <span className="block text-ink-muted text-sm">
              {t("{price} by the hour", { price: prices.hourly })}
            </span>
          )}
        </p>
        {isBookable && (
          <a
            aria-label={t("Book {car}", { car: name })}
            className={buttonStyle()}
            href={`/reservation?vehicle=${id}`}
          >
            {t.in("a verb", "Book")}
          </a>
        )}
      </div>
    </li>
  );
}
