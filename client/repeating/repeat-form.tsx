import { useEffect, useState } from "react";
import type { Repeat, RepeatPreview } from "../../src/reservations/standing-orders/order-contract";
import type { CardName } from "../../src/reservations/prepaying/card-contract";
import { ApiError } from "../api-error";
import { Button } from "../ui/button";
import { paymentCardName } from "../ui/card-name";
import { formatMoment } from "../ui/moment";
import { formatMoney } from "../ui/money";
import { NoticeBanner } from "../ui/notice-banner";
import { isValidEnd, RepeatFields } from "./repeat-fields";
import { useWords } from "../words/use-words";
import { dayText } from "./repeat-words";
import type { Say } from "../words/words";

/** The delay between a choice and loading its days, in ms. */
const DEBOUNCE_MS = 250;
/** How many days are shown before "Show more". */
const FIRST_SHOWN_DAYS = 8;

/** A pattern with its days and prices. Each day can be skipped. */
export function RepeatForm({
  firstDay,
  value,
  onValue,
  load,
  card,
}: {
  firstDay: string;
  value: Repeat;
  onValue: (value: Repeat) => void;
  /** Loads the days. It is a new function when the trip or its price changes. */
  load: (repeat: Repeat) => Promise<RepeatPreview>;
  /** The saved card that pays for each trip. */
  card?: CardName | null | undefined;
}) {
  const t = useWords();
  const [preview, setPreview] = useState<RepeatPreview | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [showsAllDays, setShowsAllDays] = useState(false);
  const [tries, setTries] = useState(0);
  const requestKey = JSON.stringify(value);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks again
  useEffect(() => {
    const repeat = JSON.parse(requestKey) as Repeat;
    if (!isValidEnd(repeat.end)) return;
    let isUnmounted = false;
    const timer = setTimeout(() => {
      load(repeat).then(
        (newPreview) => {
          if (isUnmounted) return;
          setPreview(newPreview);
          setFailure(null);
        },
        (error: unknown) => {
          if (isUnmounted) return;
          setFailure(failureTextOf(error));
        },
      );
    }, DEBOUNCE_MS);
    return () => {
      isUnmounted = true;
      clearTimeout(timer);
    };
  }, [load, requestKey, tries]);

  const skippedDays = value.skipDays;
  const shownDays = preview
    ? showsAllDays
      ? preview.days
      : preview.days.slice(0, FIRST_SHOWN_DAYS)
    : [];
  return (
    <div className="grid gap-4 text-ink">
      <RepeatFields firstDay={firstDay} onValue={onValue} value={value} />
      {failure !== null && (
        <div role="alert">
          <NoticeBanner
            action={
              <Button onClick={() => setTries(tries + 1)} size="small" variant="secondary">
                {t("Try again")}
              </Button>
            }
            tone="danger"
          >
            {failure}
          </NoticeBanner>
        </div>
      )}
      {preview && (
        <section aria-label={t("The trips")}>
          <p className="font-medium" role="status">
            {summaryOf(preview, t)}
          </p>
          <p className="text-ink-muted text-sm">
            {t(
              "Trips up to {day} are booked straight away. Later trips are booked four weeks ahead, at the price on the day of booking.",
              { day: dayText(preview.bookedUntil, t) },
            )}
          </p>
          {card && (
            <p className="mt-1 text-sm">
              {t("Each trip is paid with {card} or by payment link.", {
                card: paymentCardName(card),
              })}
            </p>
          )}
          <ul className="mt-2 divide-y divide-line border-line border-y">
            {shownDays.map(({ day, pickupAt, moved, fareMinor }) => (
              <li className="flex min-h-11 items-center gap-x-3 py-2" key={day}>
                <span className="min-w-0 flex-1 tabular-nums">
                  {formatMoment(pickupAt, preview.timeZone, "date-time", t)}
                  <span className="block text-ink-muted text-sm">
                    {fareMinor === null ? t("No car") : formatMoney(fareMinor, preview.currency, t)}
                  </span>
                  {moved && (
                    <span className="block text-ink-muted text-sm">
                      {t("The clocks go forward that night.")}
                    </span>
                  )}
                </span>
                {day !== firstDay && (
                  <Button
                    aria-label={t("Skip {day}", { day: dayText(day, t) })}
                    onClick={() => onValue({ ...value, skipDays: [...skippedDays, day] })}
                    size="small"
                    variant="quiet"
                  >
                    {t("Skip")}
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {!showsAllDays && preview.days.length > FIRST_SHOWN_DAYS && (
            <Button
              className="mt-2"
              onClick={() => setShowsAllDays(true)}
              size="small"
              variant="quiet"
            >
              {t("Show {n} more", { n: preview.days.length - FIRST_SHOWN_DAYS })}
            </Button>
          )}
          {preview.leftOut.length > 0 && (
            <ul aria-label={t("Days without a trip")} className="mt-3 grid gap-1 text-sm">
              {preview.leftOut.map(({ day, holiday }) => (
                <li className="flex flex-wrap items-center gap-x-3 text-ink-muted" key={day}>
                  <span>
                    {holiday
                      ? t("No trip on {day}: {holiday}", { day: dayText(day, t), holiday })
                      : t("No trip on {day}", { day: dayText(day, t) })}
                  </span>
                  {skippedDays.includes(day) && (
                    <Button
                      aria-label={t("Restore {day}", { day: dayText(day, t) })}
                      onClick={() =>
                        onValue({ ...value, skipDays: skippedDays.filter((each) => each !== day) })
                      }
                      size="small"
                      variant="quiet"
                    >
                      {t("Restore")}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )}
        </section>
      )}
    </div>
  );
}

function summaryOf({ trips, totalMinor, currency }: RepeatPreview, t: Say): string {
  if (trips === null) return t("The trip repeats until you stop it.");
  const tripCountText = t.count(trips, "{n} trip", "{n} trips");
  if (totalMinor === null) return tripCountText;
  const total = formatMoney(totalMinor, currency, t);
  return t("{trips}, {total} in total where prices are known.", { trips: tripCountText, total });
}

/** Returns the text of a failure: a field's error before the general one. */
export function failureTextOf(error: unknown): string {
  if (!(error instanceof ApiError)) throw error;
  return Object.values(error.fields)[0] ?? error.message;
}
