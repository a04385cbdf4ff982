import { useCallback, useState } from "react";
import type {
  Reservation,
  ReservationAnswer,
  ReservationRow,
} from "../../src/reservations/contract";
import type { read } from "../api";
import { ApiError } from "../api-error";
import { showToast } from "../ui/toasts";
import { failureText, LeftPageError, concurrentChangesOf, useOffice } from "../office/calls";

/** The fields of a reservation that an action needs. */
type SeenReservation = Pick<ReservationRow, "id" | "number" | "version" | "state">;

export type ActOutcome =
  | { kind: "done"; reservation: Reservation }
  /**
   * Somebody else was faster: `text` says what they did, and `reservation` is its current state. Nothing was changed.
   */
  | { kind: "stale"; reservation: Reservation; text: string }
  /** The action was refused; `failure` names the fields. */
  | { kind: "failed"; text: string; failure: unknown }
  /** The session is locked or has ended, so the screen was left. */
  | { kind: "left" };

/** Makes one change to a reservation, as a call with the version that was shown. */
export type Act = (
  seen: SeenReservation,
  work: (version: number) => Parameters<typeof read<ReservationAnswer>>[0],
  /** Shown on success. */
  successText: string,
) => Promise<ActOutcome>;

/** The error codes that mean that the screen is outdated. */
const staleCodes = [
  "reservation.stale",
  "reservation.illegal_transition",
  "reservation.not_cancellable",
  "offer.gone",
  "request.conflict",
];

/** Returns the text for a concurrent change, with the changes if the answer names them. */
async function conflictText(failure: ApiError): Promise<string> {
  const changes = concurrentChangesOf(failure);
  if (changes.length === 0)
    return "Somebody else changed this reservation. Check it and try again.";
  const { concurrentChangeWords } = await import("../office/concurrent-change-words");
  const changesText = concurrentChangeWords(changes, Date.now());
  return `Somebody else changed this reservation: ${changesText} Your action was not carried out.`;
}

/**
 * Runs dispatch's actions on reservations and reports the outcome. `latestTrip` is the last reservation returned,
 * changed or not, and is newer than any list.
 */
export function useAct(): {
  act: Act;
  busyId: string | null;
  latestTrip: Reservation | null;
} {
  const { api, call } = useOffice();
  const [busyId, setBusyId] = useState<string | null>(null);
  const [latestTrip, setLatestTrip] = useState<Reservation | null>(null);

  const act = useCallback<Act>(
    async (seenReservation, work, successText) => {
      setBusyId(seenReservation.id);
      try {
        const { reservation } = await call(work(seenReservation.version));
        setLatestTrip(reservation);
        showToast("success", successText);
        return { kind: "done", reservation };
      } catch (error) {
        if (error instanceof LeftPageError) return { kind: "left" };
        if (!(error instanceof ApiError) || !staleCodes.includes(error.code))
          return { kind: "failed", text: failureText(error), failure: error };
        try {
          const { reservation } = await call(
            api.admin.reservations[":id"].$get({ param: { id: seenReservation.id } }),
          );
          setLatestTrip(reservation);
          const text = await conflictText(error);
          showToast("warning", text);
          return { kind: "stale", reservation, text };
        } catch (reloadError) {
          if (reloadError instanceof LeftPageError) return { kind: "left" };
          return { kind: "failed", text: failureText(reloadError), failure: reloadError };
        }
      } finally {
        setBusyId(null);
      }
    },
    [api, call],
  );
  return { act, busyId, latestTrip };
}
