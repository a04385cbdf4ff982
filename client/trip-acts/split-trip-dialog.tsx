import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import type { SplitQuote, SplitReservation } from "../../src/dispatch/changes/split-contract";
import type { Reservation } from "../../src/reservations/contract";
import { ApiError } from "../api-error";
import { isDefinitelyNotBooked } from "../booking/booking-failure";
import { CounterField } from "../booking/fields/counter-field";
import { Button } from "../ui/button";
import { DefinitionList } from "../ui/definition-list";
import { Dialog } from "../ui/dialog";
import { formatMoney } from "../ui/money";
import { NoticeBanner } from "../ui/notice-banner";
import { SelectField } from "../ui/select-field";
import { showToast } from "../ui/toasts";
import { countText } from "../ui/trip-words";
import { failureText, LeftPageError, useOffice } from "../office/calls";

/** Splits a reservation in two: asks who moves, shows both prices, and asks for confirmation. */
export function SplitTripDialog({
  reservation,
  onDone,
  onClose,
}: {
  reservation: Reservation;
  /** Called after the split, or when the reservation has changed. */
  onDone: () => void;
  onClose: () => void;
}) {
  const { api, call } = useOffice();
  const navigate = useNavigate();
  const { id, number, version, passengers: totalPassengers, luggage: totalLuggage } = reservation;
  const [passengers, setPassengers] = useState(1);
  const [luggage, setLuggage] = useState(0);
  const [loadedQuote, setLoadedQuote] = useState<{ of: string; quote: SplitQuote } | null>(null);
  const [classId, setClassId] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // An attempt without an answer. Retries of it split only once.
  const [unansweredAttempt, setUnansweredAttempt] = useState<{
    key: string;
    json: SplitReservation;
  } | null>(null);
  const path = api.admin.reservations[":id"];
  const param = { id };
  const inputsKey = `${passengers} ${luggage} ${version}`;
  const quote =
    loadedQuote && (unansweredAttempt || loadedQuote.of === inputsKey) ? loadedQuote.quote : null;
  const option =
    quote?.options.find(({ vehicleClass }) => vehicleClass.id === classId) ?? quote?.options[0];
  const money = (amountMinor: number) => formatMoney(amountMinor, reservation.currency);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFailure(null);
    const attempt =
      unansweredAttempt ??
      (quote && option
        ? {
            key: crypto.randomUUID(),
            json: {
              version,
              quote: quote.quote,
              newQuote: quote.newQuote,
              vehicleClassId: option.vehicleClass.id,
            },
          }
        : null);
    try {
      if (!attempt) {
        const json = { version, passengers, luggage };
        setLoadedQuote({
          of: inputsKey,
          quote: await call(path["split-quote"].$post({ param, json })),
        });
        return;
      }
      const { created } = await call(
        path.split.$post(
          { param, json: attempt.json },
          { headers: { "Idempotency-Key": attempt.key } },
        ),
      );
      showToast("success", `Reservation ${created.number} split off from reservation ${number}`);
      onDone();
      onClose();
      await navigate({
        to: "/dispatch/dashboard/reservation/$id",
        params: { id: created.id },
      });
    } catch (error) {
      if (error instanceof LeftPageError) return;
      setFailure(failureText(error));
      if (
        attempt &&
        error instanceof ApiError &&
        !isDefinitelyNotBooked(error, unansweredAttempt !== null)
      )
        return setUnansweredAttempt(attempt);
      // The quote is outdated or for other values, so the prices must be requested again.
      setUnansweredAttempt(null);
      setLoadedQuote(null);
      onDone();
    } finally {
      setBusy(false);
    }
  };

  const difference =
    quote && option ? quote.fareMinor + option.fareMinor - quote.fareBeforeMinor : 0;
  return (
    <Dialog onClose={onClose} open title={`Split reservation ${number}`}>
      <form method="post" className="mt-2 grid gap-4 text-ink text-sm" noValidate onSubmit={submit}>
        <p className="text-ink-muted">
          {`Move some passengers to a new reservation with the same time and route. The driver, extras and promotion stay with reservation ${number}. We’ll send the rider one message.`}
        </p>
        <fieldset
          aria-label="What to move"
          className="min-w-0"
          disabled={unansweredAttempt !== null}
        >
          <CounterField
            detail={`${countText(totalPassengers, "passenger")} in all`}
            label="Passengers to move"
            max={Math.max(1, totalPassengers - 1)}
            min={1}
            onValue={setPassengers}
            value={passengers}
          />
          <CounterField
            detail={`${countText(totalLuggage, "bag")} in all`}
            label="Bags to move"
            max={totalLuggage}
            min={0}
            onValue={setLuggage}
            value={luggage}
          />
        </fieldset>
        <div aria-live="polite" className="grid gap-3">
          {quote && option && (
            <>
              <SelectField
                disabled={unansweredAttempt !== null}
                label="Class for the new reservation"
                name="class"
                onChange={(event) => setClassId(event.target.value)}
                value={option.vehicleClass.id}
              >
                {quote.options.map(({ vehicleClass, fareMinor }) => (
                  <option key={vehicleClass.id} value={vehicleClass.id}>
                    {vehicleClass.name}, {money(fareMinor)}
                  </option>
                ))}
              </SelectField>
              <DefinitionList
                dense
                facts={[
                  { name: "Agreed price", value: money(quote.fareBeforeMinor) },
                  { name: `Reservation ${number}`, value: money(quote.fareMinor) },
                  { name: "New reservation", value: money(option.fareMinor) },
                  {
                    name: "Total",
                    value: `${money(quote.fareMinor + option.fareMinor)}, ${
                      difference === 0
                        ? "as before"
                        : `${money(Math.abs(difference))} ${difference > 0 ? "more" : "less"}`
                    }`,
                  },
                ]}
              />
            </>
          )}
          {failure !== null && <NoticeBanner tone="danger">{failure}</NoticeBanner>}
        </div>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose} size="small" variant="secondary">
            Don’t split
          </Button>
          <Button busy={busy} size="small" type="submit">
            {quote ? "Split trip" : "See prices"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
