import { createLazyFileRoute } from "@tanstack/react-router";
import type { PublishedCard, PublishedSection } from "../../src/fares/price-list-contract";
import { cardColumnCount } from "../site/card-columns";
import { SitePage } from "../site/site-page";
import { ButtonLink } from "../ui/button-link";
import { classNames } from "../ui/class-names";
import { VehicleArt } from "../ui/vehicle-art";
import { useWords } from "../words/use-words";
import type { Say } from "../words/words";

export const Route = createLazyFileRoute("/pricing")({ component: Pricing });

/** The sections that are shown only with a price list. */
const sectionsNeedingPrices: readonly string[] = ["how"];
/** How many cards are shown at first. A button shows the rest. */
const MAX_CARDS_SHOWN = 12;

const pricesOnRequestSection = (t: Say): PublishedSection => ({
  title: t("Prices on request"),
  detail: t(
    "Tell us where and when, and we’ll call you back with a price before anything is booked.",
  ),
  cards: [],
  notes: [],
});

/** The price of a ride, from the price list in force. */
function Pricing() {
  const t = useWords();
  const { settings } = Route.useRouteContext();
  const { page, parts } = Route.useLoaderData();
  const isPriced = parts.length > 0;
  return (
    <SitePage
      belowLead={
        <div className="mt-6">
          <ButtonLink to="/request-ride">
            {isPriced ? t("See the price of your ride") : t("Ask for a price")}
          </ButtonLink>
        </div>
      }
      drawing="ride"
      operator={settings}
      page={page}
      sections={page.sections}
      hiddenSections={isPriced ? undefined : sectionsNeedingPrices}
    >
      {(isPriced ? parts : [pricesOnRequestSection(t)]).map((part) => (
        <PriceSection key={part.title} part={part} />
      ))}
    </SitePage>
  );
}

function PriceSection({ part: { title, detail, cards, notes } }: { part: PublishedSection }) {
  const t = useWords();
  const moreCards = cards.slice(MAX_CARDS_SHOWN);
  return (
    <section aria-label={title} className="even:border-line even:border-y even:bg-surface-raised">
      <div className="mx-auto max-w-6xl px-4 py-12 sm:px-6 md:py-16">
        <h2 className="break-words text-xl">{title}</h2>
        {detail && <p className="mt-2 max-w-2xl text-ink-muted">{detail}</p>}
        <PriceCards cards={cards.slice(0, MAX_CARDS_SHOWN)} />
        {moreCards.length > 0 && (
          <details className="mt-6">
            <summary className="min-h-11 py-2 font-medium text-accent-text underline">
              {t("{n} more", { n: moreCards.length })}
            </summary>
            <PriceCards cards={moreCards} />
          </details>
        )}
        {notes.map((note) => (
          <p className="mt-4 max-w-3xl text-ink-muted" key={note}>
            {note}
          </p>
        ))}
      </div>
    </section>
  );
}

function PriceCards({ cards }: { cards: readonly PublishedCard[] }) {
  return (
    <ul
      className={classNames(
        "mt-8 grid gap-6 empty:hidden sm:grid-cols-2",
        { 2: "", 3: "lg:grid-cols-3", 4: "lg:grid-cols-4" }[cardColumnCount(cards.length)],
      )}
    >
      {cards.map(({ title, note, art, lines }) => (
        <li
          // If the number is odd, the last card is two columns wide.
          className="min-w-0 rounded-lg border border-line bg-surface-raised p-6 shadow-sm sm:max-lg:last:odd:col-span-2"
          key={title}
        >
          {art && <VehicleArt className="mx-auto mb-4 w-48" kind={art} />}
          <h3 className="break-words font-semibold">{title}</h3>
          <p className="text-ink-muted text-sm">{note}</p>
          <dl className="mt-4 divide-y divide-line border-line border-t text-sm">
            {lines.map(({ name, detail, price }) => (
              <div className="flex items-baseline justify-between gap-4 py-2" key={name + detail}>
                <dt className="min-w-0 break-words">
                  {name}
                  {detail && <span className="block text-ink-muted">{detail}</span>}
                </dt>
                <dd className="shrink-0 font-medium tabular-nums">{price}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}
