import { useRouter } from "@tanstack/react-router";
import { useEffect, useId, useRef, useState } from "react";
import type {
  MakeSameChange,
  SameChange,
  SameChangeResult,
  SameChangeQuote,
} from "../../src/reservations/change-contract";
import { ApiError, unknownFailure } from "../api-error";
import { translateFailure } from "../failure-words";
import { useActions } from "../forms/use-actions";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { Checkbox } from "../ui/checkbox";
import { formatMoment } from "../ui/moment";
import { formatMoney } from "../ui/money";
import { NoticeBanner } from "../ui/notice-banner";
import { RadioCards } from "../ui/radio-cards";
import { useWords } from "../words/use-words";

/** The calls that price and change the other trips, for their rider or for dispatch. Null once the screen was left. */
interface SameChangeCalls {
  quote: (change: SameChange) => Promise<SameChangeQuote | null>;
  make: (body: MakeSameChange) => Promise<SameChangeResult | null>;
}

type Trip = SameChangeQuote["trips"][number];
type Scope = "none" | "later" | "all";

/**
 * Offers to make the same change to the return trip and to other days of a repeating trip. Shows for each its old and
 * new price, or why it cannot be changed. Closes automatically if there is nothing to offer.
 */
export default function SameChangePart({
  calls,
  change,
  timeZone,
  onClose,
}: {
  calls: SameChangeCalls;
  change: SameChange;
  timeZone: string;
  onClose: () => void;
}) {
  const t = useWords();
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [quote, setQuote] = useState<SameChangeQuote | null>(null);
  const [includesLeg, setIncludesLeg] = useState(true);
  const [scope, setScope] = useState<Scope>("later");
  const [unchangedTrips, setUnchangedTrips] = useState<SameChangeResult["unchanged"]>([]);
  const { act, acting, failure } = useActions({ fallback: t.known(unknownFailure) });
  const refusalTexts = useRefusalTexts([
    ...unchangedTrips,
    ...(quote?.trips.flatMap(({ refusal }) => refusal ?? []) ?? []),
  ]);

  const loadQuote = () =>
    act(
      "ask",
      () => calls.quote(change),
      (answer) => {
        if (answer && (answer.trips.length > 0 || answer.orderVersion !== null)) setQuote(answer);
        else onClose();
      },
    );
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once
  useEffect(() => {
    void loadQuote();
  }, []);
  useEffect(() => heading.current?.focus(), []);

  const { trips = [], orderVersion = null, currency = "" } = quote ?? {};
  const hasOrder = orderVersion !== null;
  const isChosen = ({ leads, isLater }: Trip) =>
    leads === null ? scope === "all" || (scope === "later" && isLater) : includesLeg;
  const shownTrips = trips.filter((trip) => trip.leads !== null || isChosen(trip));
  const chosenTrips = shownTrips.filter((trip) => trip.refusal === null && isChosen(trip));
  const includesOrder = hasOrder && scope !== "none";
  const make = () =>
    act(
      "make",
      () =>
        calls.make({
          change,
          trips: chosenTrips.map(({ id, version, fareMinor }) => ({ id, version, fareMinor })),
          ...(includesOrder && { orderVersion }),
        }),
      (result) => {
        if (result && result.unchanged.length > 0) setUnchangedTrips(result.unchanged);
        else onClose();
      },
    );
  const priceText = ({ fareMinor, fareBeforeMinor }: Trip) =>
    fareMinor === fareBeforeMinor
      ? t("The price stays the same.")
      : t("{price} instead of {before}", {
          price: formatMoney(fareMinor, currency, t),
          before: formatMoney(fareBeforeMinor, currency, t),
        });
  const tripLabel = ({ number, pickupAt }: Trip) =>
    t("Trip {number}, {time}", { number, time: formatMoment(pickupAt, timeZone, "date-time", t) });

  return (
    <Card aria-labelledby={headingId} role="region">
      <h2
        className="mb-2 rounded-sm font-semibold text-lg outline-none"
        id={headingId}
        ref={heading}
        tabIndex={-1}
      >
        {t("Also change the other trips?")}
      </h2>
      <p className="mb-4 text-ink-muted" role="status">
        {quote || failure ? t("The trip has been changed.") : t("Checking the other trips...")}
      </p>
      {unchangedTrips.length > 0 ? (
        <>
          <NoticeBanner tone="warning">
            {t("These trips could not be changed:")}
            <ul className="mt-1">
              {unchangedTrips.map(({ number, code, message }) => (
                <li key={number}>{`${number}: ${refusalTexts[code] ?? message}`}</li>
              ))}
            </ul>
          </NoticeBanner>
          <Button className="mt-4" onClick={onClose}>
            {t("Done")}
          </Button>
        </>
      ) : (
        <div className="grid gap-4">
          {hasOrder && (
            <RadioCards
              legend={t("Repeating trips")}
              name="scope"
              onValue={setScope}
              options={[
                { value: "none", title: t("Only this trip") },
                {
                  value: "later",
                  title: t("This and later trips"),
                  detail: t("Trips booked later will change too."),
                },
                { value: "all", title: t("All upcoming trips") },
              ]}
              value={scope}
            />
          )}
          <ul className="grid gap-2 empty:hidden">
            {shownTrips.map((trip) => (
              <li className="border-line border-b pb-2" key={trip.id}>
                {trip.leads !== null && trip.refusal === null ? (
                  <Checkbox
                    checked={includesLeg}
                    hint={priceText(trip)}
                    label={tripLabel(trip)}
                    name="otherLeg"
                    onChange={({ target }) => setIncludesLeg(target.checked)}
                  />
                ) : (
                  <>
                    <p>{tripLabel(trip)}</p>
                    <p
                      className={
                        trip.refusal ? "text-danger-text text-sm" : "text-ink-muted text-sm"
                      }
                    >
                      {trip.refusal
                        ? t("Can’t be changed: {reason}", {
                            reason: refusalTexts[trip.refusal.code] ?? trip.refusal.message,
                          })
                        : priceText(trip)}
                    </p>
                  </>
                )}
              </li>
            ))}
          </ul>
          <div className="empty:hidden" role="alert">
            {failure && <NoticeBanner tone="danger">{failure}</NoticeBanner>}
          </div>
          <div className="flex flex-wrap gap-2">
            {quote ? (
              <Button
                busy={acting === "make"}
                disabled={chosenTrips.length === 0 && !includesOrder}
                onClick={() => void make()}
              >
                {t("Change these trips")}
              </Button>
            ) : (
              failure && <Button onClick={() => void loadQuote()}>{t("Try again")}</Button>
            )}
            <Button disabled={acting === "make"} onClick={onClose} variant="quiet">
              {t("Leave the other trips unchanged")}
            </Button>
          </div>
        </div>
      )}
    </Card>
  );
}

/** Returns the texts of refusals in the page's language, by their codes. */
function useRefusalTexts(refusals: readonly { code: string; message: string }[]) {
  const { words } = useRouter().options.context;
  const [refusalTexts, setRefusalTexts] = useState<Record<string, string>>({});
  const key = JSON.stringify(refusals);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the refusals are in the key
  useEffect(() => {
    let isUnmounted = false;
    const reasonTexts = refusals.map(async ({ code, message }) => {
      const failure = await translateFailure(words, new ApiError(422, code, message));
      return [code, failure.message] as const;
    });
    void Promise.all(reasonTexts).then(
      (textsByCode) => !isUnmounted && setRefusalTexts(Object.fromEntries(textsByCode)),
    );
    return () => {
      isUnmounted = true;
    };
  }, [key, words]);
  return refusalTexts;
}
