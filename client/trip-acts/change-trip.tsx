import { useState } from "react";
import type { SameChange } from "../../src/reservations/change-contract";
import type { Reservation, TimelineEntry } from "../../src/reservations/contract";
import { isAirportTrip } from "../../src/reservations/change-rules";
import { ChangeFields } from "../booking/change-form";
import { sameChangeFor } from "../booking/use-trip-change";
import { lazy } from "../lazy";
import { Button } from "../ui/button";
import { NoticeBanner } from "../ui/notice-banner";
import { stateBadges } from "../ui/state-badge";
import { showToast } from "../ui/toasts";
import { LeftPageError, useOffice } from "../office/calls";
import { changedByText } from "../office/concurrent-change-words";
import { factTexts } from "../office/timeline-events";
import { passengerWords } from "../office/words";

const SameChangePart = lazy(async () => (await import("../booking/same-change")).default);

/** Returns the answer, or null after the call has led to the lock screen or sign-in. */
async function ignoreSignedOut<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof LeftPageError) return null;
    throw error;
  }
}

/** Returns a text such as "Time: 14:00 → 14:30, by Ana Keza, 1 min ago." */
function changeText(entry: TimelineEntry, now: number): string {
  const { from, to, actor, at } = entry;
  const changedTexts = [
    ...(from === to || from === null
      ? []
      : [`${stateBadges[from].words} → ${stateBadges[to].words}`]),
    ...factTexts(entry),
  ];
  return `${changedTexts.length > 0 ? `${changedTexts.join(", ")}, ` : ""}${changedByText({ by: actor.name, at }, now)}.`;
}

/** Changes a trip for dispatch, which may do so within the lead time and regardless of the cancellation fee. */
export function ChangeTrip({
  reservation,
  onDone,
  onStale,
  onClose,
}: {
  reservation: Reservation;
  /** Called after the change. */
  onDone: () => void;
  /** Called when somebody else changed the reservation first. */
  onStale: () => void;
  /** Called when the form closes without a change. */
  onClose: () => void;
}) {
  const { api, call } = useOffice();
  const { id, number } = reservation;
  const path = api.admin.reservations[":id"];
  const param = { id };
  const [sameChange, setSameChange] = useState<SameChange | null>(null);
  if (sameChange)
    return (
      <SameChangePart
        calls={{
          quote: (json) => ignoreSignedOut(call(path["same-change"].quote.$post({ param, json }))),
          make: (json) => ignoreSignedOut(call(path["same-change"].$post({ param, json }))),
        }}
        change={sameChange}
        onClose={onDone}
        timeZone={reservation.timeZone}
      />
    );
  return (
    <ChangeFields
      api={api}
      calls={{
        quote: (json) => ignoreSignedOut(call(path["change-quote"].$post({ param, json }))),
        change: async (json, appliedChange) => {
          if ((await ignoreSignedOut(call(path.$put({ param, json })))) === null) return;
          showToast("success", `Reservation ${number} changed`);
          const others = sameChangeFor(reservation, appliedChange);
          if (!others) return onDone();
          setSameChange(others);
          onStale();
        },
      }}
      renderConcurrentChanges={(entries, onTakeTheirs) => (
        <NoticeBanner
          action={
            <Button onClick={onTakeTheirs} size="small" variant="secondary">
              Use their changes
            </Button>
          }
          tone="warning"
        >
          Somebody else changed this trip:{" "}
          {entries.map((entry) => changeText(entry, Date.now())).join(" ")} Your changes are kept.
          Saving changes only what you edited.
        </NoticeBanner>
      )}
      {...(isAirportTrip(reservation.serviceType) && { flightLabel: "Flight number" })}
      onClose={onClose}
      passengerWords={passengerWords}
      onStale={onStale}
      title={`Change reservation ${number}`}
      trip={reservation}
    />
  );
}
