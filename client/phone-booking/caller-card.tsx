import { type KeyboardEvent, useState } from "react";
import type { CallerCard as Card } from "../../src/dispatch/phone-booking/phone-contract";
import type { ReservationRow } from "../../src/reservations/contract";
import { failureText, LeftPageError, type StaffCall, useOffice } from "../office/calls";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { formatMoment } from "../ui/moment";
import { TextArea } from "../ui/text-area";
import { serviceWords } from "../ui/trip-words";

/** The id of the element that gets the focus when a caller with trips is loaded. */
export const latestTripElementId = "latest-trip";

/** Details of the caller: contacts, note, company, upcoming trips, and latest trips to repeat. */
export function CallerCard({
  call,
  card,
  onCard,
  onRepeat,
}: {
  call: StaffCall;
  card: Card;
  onCard: (card: Card) => void;
  onRepeat: (trip: ReservationRow) => void;
}) {
  const { timeZone } = useOffice();
  const { caller, companies, upcoming, latest } = card;
  return (
    <section
      aria-label={`About ${caller.name || "the caller"}`}
      className="grid grid-cols-1 gap-3 rounded-lg border border-line bg-surface-sunken p-3 sm:ms-32"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{caller.name || "No name yet"}</span>
        <span className="text-ink-muted">
          {[caller.phone, caller.email].filter(Boolean).join(" · ")}
        </span>
        {companies.map(({ id, name, state }) => (
          <Badge key={id} tone={state === "suspended" ? "warning" : "accent"}>
            {state === "suspended" ? `${name}, suspended` : name}
          </Badge>
        ))}
      </div>
      {card.blocked !== null && (
        <p className="rounded-md bg-danger-surface px-3 py-2 text-danger-ink">
          {`Blocked: ${card.blocked} You can still book for this rider.`}
        </p>
      )}
      <Note call={call} card={card} onCard={onCard} />
      {upcoming.length > 0 && (
        <p className="text-ink-muted">
          Upcoming trips:{" "}
          {upcoming
            .map(
              ({ number, pickupAt, pickup, dropoff }) =>
                `${formatMoment(pickupAt, timeZone, "date-time")}, ${pickup.name} to ${dropoff.name}, reservation ${number}`,
            )
            .join("; ")}
        </p>
      )}
      {latest.length > 0 && <LatestTrips onRepeat={onRepeat} trips={latest} />}
    </section>
  );
}

/** Returns whether a key without modifiers can start a time. */
const canStartTime = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  /^[a-z\d+]$/i.test(key) && !(ctrlKey || metaKey || altKey);

/** The latest trips as one tab stop: arrow keys move, Enter repeats the trip, typing continues in the time field. */
function LatestTrips({
  trips,
  onRepeat,
}: {
  trips: readonly ReservationRow[];
  onRepeat: (trip: ReservationRow) => void;
}) {
  const { timeZone } = useOffice();
  const [activeIndex, setActiveIndex] = useState(0);
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    // The character starts another trip's time, so it isn't a shortcut.
    if (canStartTime(event)) {
      event.stopPropagation();
      document.getElementById("when")?.focus();
      return;
    }
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const next = Math.min(trips.length - 1, Math.max(0, activeIndex + step));
    setActiveIndex(next);
    event.currentTarget.querySelectorAll("button")[next]?.focus();
  };
  return (
    <div>
      <h2 className="mb-1 flex items-center gap-2 font-medium text-ink-muted text-xs">
        Latest trips
        <span className="font-normal pointer-coarse:hidden">
          Press Enter to repeat the selected trip. Type a time to book a new trip.
        </span>
      </h2>
      <ul className="-mx-1" onKeyDown={onKeyDown}>
        {trips.map((trip, index) => (
          <li key={trip.id}>
            <button
              className="flex min-h-9 w-full flex-wrap items-center gap-x-3 rounded-md px-2 py-1 text-start hover:bg-surface-raised focus-visible:bg-surface-raised pointer-coarse:min-h-11"
              data-stop={index === activeIndex ? "" : undefined}
              id={index === 0 ? latestTripElementId : undefined}
              onClick={() => onRepeat(trip)}
              onFocus={() => setActiveIndex(index)}
              tabIndex={index === activeIndex ? 0 : -1}
              type="button"
            >
              <span className="sr-only">Repeat: </span>
              <span className="min-w-0 flex-1 truncate">
                {trip.pickup.name} to {trip.dropoff.name}
              </span>
              <span className="text-ink-muted text-xs">
                {[
                  trip.serviceType !== "point_to_point" && serviceWords[trip.serviceType],
                  trip.vehicleClass.name,
                  formatMoment(trip.pickupAt, timeZone, "day"),
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Shows dispatch's note about the caller, which can be changed. */
function Note({
  call,
  card,
  onCard,
}: {
  call: StaffCall;
  card: Card;
  onCard: (card: Card) => void;
}) {
  const { api } = useOffice();
  const [text, setText] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  if (text === null)
    return (
      <div className="flex items-center gap-2">
        <p className="min-w-0 flex-1 whitespace-pre-line break-words">
          {card.note || <span className="text-ink-faint">No note about this caller</span>}
        </p>
        <Button
          className="-my-1"
          onClick={() => setText(card.note)}
          size="small"
          tabIndex={-1}
          variant="quiet"
        >
          {card.note ? "Change note" : "Add note"}
        </Button>
      </div>
    );
  const save = async () => {
    setBusy(true);
    setFault(null);
    try {
      const param = { id: card.caller.id };
      onCard(await call(api.admin.callers[":id"].note.$put({ param, json: { note: text } })));
      setText(null);
    } catch (error) {
      if (!(error instanceof LeftPageError)) setFault(failureText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="grid gap-2">
      <TextArea
        autoFocus
        dense
        error={fault}
        hint="Only your team sees this note, unless the rider asks for a copy of their data."
        label="Note about this caller"
        maxLength={500}
        onChange={({ target: { value } }) => setText(value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.preventDefault();
          event.stopPropagation();
          setText(null);
        }}
        rows={2}
        value={text}
      />
      <div className="flex gap-2">
        <Button busy={busy} busyLabel="Saving..." onClick={save} size="small" variant="secondary">
          Save note
        </Button>
        <Button onClick={() => setText(null)} size="small" variant="quiet">
          Cancel
        </Button>
      </div>
    </div>
  );
}
