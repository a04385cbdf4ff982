import type { QuoteAnswer } from "../../../src/reservations/quotes/quote-contract";
import { Card } from "../../ui/card";
import { DefinitionList } from "../../ui/definition-list";
import { formatMoment } from "../../ui/moment";
import { RouteLine } from "../../ui/route-line";
import { isReturnOnCall, type BookingDraft, isReturnFromAirport, stopsOf } from "../draft";
import { useWords } from "../../words/use-words";

/** The return trip as it will be booked. */
export function ReturnTripCard({
  draft,
  back,
}: {
  draft: BookingDraft;
  back: NonNullable<QuoteAnswer["returnTrip"]>;
}) {
  const t = useWords();
  const { pickupAt, timeZone } = back;
  return (
    <Card aria-label={t("Return trip")} role="region">
      <h2 className="mb-3 font-semibold text-base">{t("Return trip")}</h2>
      <RouteLine
        dense
        dropoff={{ name: draft.from.text }}
        pickup={{ name: draft.to.text }}
        stops={draft.back.byStops ? stopsOf(draft).toReversed() : []}
      />
      <div className="mt-4 border-line border-t pt-2">
        <DefinitionList
          facts={[
            {
              name: t("Pickup"),
              value: isReturnOnCall(draft) ? (
                <span className="font-medium">{t("When you call")}</span>
              ) : (
                <time className="font-medium" dateTime={pickupAt}>
                  {formatMoment(pickupAt, timeZone, "weekday", t)}
                  {t.known(", ")}
                  {formatMoment(pickupAt, timeZone, "time")}
                </time>
              ),
            },
            ...(isReturnFromAirport(draft) && draft.back.flightNumber
              ? [{ name: t("Flight"), value: draft.back.flightNumber }]
              : []),
          ]}
        />
      </div>
    </Card>
  );
}
