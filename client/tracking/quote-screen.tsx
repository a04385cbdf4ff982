import { useRouter } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import { useCallback, useState } from "react";
import type { QuotePage, QuoteState } from "../../src/quotes/contract";
import { read } from "../api";
import { lazyServed } from "../lazy-served";
import { buttonStyle } from "../ui/button-style";
import { Card } from "../ui/card";
import { DefinitionList } from "../ui/definition-list";
import { formatMoment } from "../ui/moment";
import { formatMoney, Money } from "../ui/money";
import { NoticeBanner } from "../ui/notice-banner";
import { PriceLines } from "../ui/price-lines";
import { useWords } from "../words/use-words";
import type { Say } from "../words/words";
import { TrackingFrame } from "./tracking-frame";
import { UnknownLink } from "./unknown-link";

const QuoteForms = lazyServed(async () => (await import("./quote-forms")).QuoteForms);

/** The page of a quote: the trip, its price and terms, and the customer's answers. Works without scripts. */
export function QuoteScreen({ token, loaded }: { token: string; loaded: QuotePage }) {
  const t = useWords();
  const { api, settings } = useRouter().options.context;
  const [page, setPage] = useState(loaded);
  const reloadPage = useCallback(
    () => read(api.quote[":token"].$get({ param: { token } })).then(setPage, () => {}),
    [api, token],
  );
  const { state, number, version, totalMinor, currency, items, text, terms } = page;
  const moment = (at: string) => formatMoment(at, settings.timeZone, "date-time", t);
  return (
    <TrackingFrame settings={settings}>
      <Card className="mx-auto grid max-w-xl gap-6">
        <div>
          <h1 className="text-ink-muted text-sm">
            {version > 1
              ? t("Quote for trip {number}, version {version}", { number, version })
              : t("Quote for trip {number}", { number })}
          </h1>
          <p className="mt-1 font-semibold text-2xl">
            <Money currency={currency} minor={totalMinor} />
          </p>
          {state === "open" && (
            <p className="mt-1 text-ink-muted text-sm">
              {t("Valid until {time}", { time: moment(page.validUntil) })}
            </p>
          )}
        </div>
        <div aria-live="polite" className="grid gap-4 empty:hidden">
          {state === "accepted" ? (
            <AcceptedQuote payUrl={page.payUrl} />
          ) : (
            state !== "open" && (
              <NoticeBanner tone="warning">{endedQuoteWords(state, t)}</NoticeBanner>
            )
          )}
        </div>
        {text && (
          <p className="whitespace-pre-line break-words" dir="auto">
            {text}
          </p>
        )}
        <DefinitionList dense facts={factsOf(page, moment, t)} />
        {items.length > 0 && (
          <PriceLines
            currency={currency}
            lines={items.map(({ text: label, quantity, unitMinor }) => ({
              label,
              detail: quantity > 1 ? `${quantity} × ${formatMoney(unitMinor, currency, t)}` : "",
              amountMinor: quantity * unitMinor,
            }))}
            totalLabel={t("Total")}
            totalMinor={totalMinor}
          />
        )}
        <section aria-labelledby="terms-heading">
          <h2 className="font-semibold text-base" id="terms-heading">
            {t("Terms")}
          </h2>
          <p className="mt-2 whitespace-pre-line break-words text-sm" dir="auto">
            {terms}
          </p>
        </section>
        {page.questions.length > 0 && <Questions moment={moment} page={page} />}
        {state === "open" && (
          <QuoteForms reloadPage={reloadPage} onAnswered={setPage} page={page} token={token} />
        )}
      </Card>
    </TrackingFrame>
  );
}

function factsOf(page: QuotePage, moment: (at: string) => string, t: Say) {
  const { pickup, stops, dropoff, hours, passengers, vehicleClass, vehicles } = page;
  const isRoundTrip = pickup === dropoff && stops.length === 0;
  return [
    { name: t("Pickup"), value: moment(page.pickupAt) },
    { name: t("From"), value: pickup },
    ...stops.map((stop) => ({ name: t("Stop"), value: stop })),
    ...(isRoundTrip ? [] : [{ name: t("To"), value: dropoff }]),
    ...(hours === null
      ? []
      : [{ name: t("Duration"), value: t.count(hours, "{n} hour", "{n} hours") }]),
    { name: t("Passengers"), value: passengers },
    vehicles.length === 0
      ? { name: t("Class"), value: t.known(vehicleClass, "name") }
      : {
          name: t("Vehicles"),
          value: (
            <ul>
              {vehicles.map((one, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: vehicles of a class are told apart by their place alone
                <li key={`${at} ${one.vehicleClass.id}`}>
                  {`${t.known(one.vehicleClass.name, "name")}${t.known(", ")}${t.count(
                    one.passengers,
                    "{n} passenger",
                    "{n} passengers",
                  )}`}
                </li>
              ))}
            </ul>
          ),
        },
  ];
}

function endedQuoteWords(state: Exclude<QuoteState, "open" | "accepted">, t: Say): string {
  switch (state) {
    case "declined":
      return t("You declined this quote. If anything changes, please call us.");
    case "replaced":
      return t("We have sent you a newer quote. Please use the link in our last message.");
    case "withdrawn":
      return t("This quote is no longer valid. Please ask us for a new one.");
    case "expired":
      return t("This quote has expired. Please ask us for a new one.");
  }
}

function AcceptedQuote({ payUrl }: { payUrl: string | null }) {
  const t = useWords();
  return (
    <>
      <p className="flex items-center gap-2 font-medium text-lg">
        <CircleCheck aria-hidden="true" className="shrink-0 text-success-ink" />
        {t("Accepted. Thank you!")}
      </p>
      {payUrl ? (
        <>
          <p>{t("One more step: the payment before the trip.")}</p>
          <a className={buttonStyle("primary", "large", true)} href={payUrl}>
            {t("Continue to payment")}
          </a>
        </>
      ) : (
        <p>{t("We’ll confirm your trip soon.")}</p>
      )}
    </>
  );
}

function Questions({ page, moment }: { page: QuotePage; moment: (at: string) => string }) {
  const t = useWords();
  return (
    <section aria-labelledby="questions-heading">
      <h2 className="font-semibold text-base" id="questions-heading">
        {t("Questions and answers")}
      </h2>
      <ul className="mt-2 grid gap-4">
        {page.questions.map(({ from, text, at }) => (
          <li
            className={`border-s-2 ps-3 ${from === "customer" ? "border-line" : "border-accent"}`}
            key={`${at} ${text}`}
          >
            <p className="flex flex-wrap gap-x-3 text-ink-muted text-sm">
              <span>{from === "customer" ? t("You asked") : t("We answered")}</span>
              <span>{moment(at)}</span>
            </p>
            <p className="mt-1 whitespace-pre-line break-words" dir="auto">
              {text}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The page of an address that belongs to no quote. */
export function UnknownQuoteLink() {
  const t = useWords();
  return (
    <UnknownLink
      text={t("This quote does not exist. Check the address, or ask us for a new link.")}
    />
  );
}
