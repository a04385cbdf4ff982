import { useCallback, useState } from "react";
import type {
  Reservation,
  ReservationAnswer,
  ReservationRow,
} from "../../src/reservations/contract";
import type { read } from "../api";
import { ApiError } from "../api-error";
import { showToast } from "../ui/toasts";
import { failureText, NavigatedAway, concurrentChangesOf, useOffice } from "../office/calls";

/** A reservation as far as an act needs it: which, and as it was seen. */
type Seen = Pick<ReservationRow, "id" | "number" | "version" | "state">;

export type ActOutcome =
  | { kind: "done"; reservation: Reservation }
  /** Somebody was faster; this is how the reservation is now, and `text` what they did. Nothing was changed. */
  | { kind: "stale"; reservation: Reservation; text: string }
  /** Refused; `failure` names the fields. */
  | { kind: "failed"; text: string; failure: unknown }
  /** The session is locked or gone, the screen has left. */
  | { kind: "left" };

/** One write on one reservation, as a call that carries the version that was seen. */
export type Act = (
  seen: Seen,
  work: (version: number) => Parameters<typeof read<ReservationAnswer>>[0],
  /** Said when it is done. */
  done: string,
) => Promise<ActOutcome>;

/** Codes of refusals that mean: what the screen shows is no longer so. */
const movedOn = [
  "reservation.stale",
  "reservation.illegal_transition",
  "reservation.not_cancellable",
  "offer.gone",
  "request.conflict",
];

/** What is said when somebody else was faster, with what they did where the answer told. */
async function staleText(failure: ApiError): Promise<string> {
  const meanwhile = concurrentChangesOf(failure);
  if (meanwhile.length === 0)
    return "Somebody else changed this reservation. Check it and try again.";
  const { concurrentChangeWords } = await import("../office/concurrent-change-words");
  const what = concurrentChangeWords(meanwhile, Date.now());
  return `Somebody else changed this reservation: ${what} Your action was not done.`;
}

/**
 * Does what dispatch does to reservations and says how it went. `latest` is the last reservation that
 * came back, changed or not: newer than any list.
 */
export function useActs(): { act: Act; busyId: string | null; latest: Reservation | null } {
  const { api, call } = useOffice();
  const [busyId, setBusyId] = useState<string | null>(null);
  const [latest, setLatest] = useState<Reservation | null>(null);

  const act = useCallback<Act>(
    async (seen, work, done) => {
      setBusyId(seen.id);
      try {
        const { reservation } = await call(work(seen.version));
        setLatest(reservation);
        showToast("success", done);
        return { kind: "done", reservation };
      } catch (error) {
        if (error instanceof NavigatedAway) return { kind: "left" };
        if (!(error instanceof ApiError) || !movedOn.includes(error.code))
          return { kind: "failed", text: failureText(error), failure: error };
        try {
          const { reservation } = await call(
            api.admin.reservations[":id"].$get({ param: { id: seen.id } }),
          );
          setLatest(reservation);
          const text = await staleText(error);
          showToast("warning", text);
          return { kind: "stale", reservation, text };
        } catch (again) {
          if (again instanceof NavigatedAway) return { kind: "left" };
          return { kind: "failed", text: failureText(again), failure: again };
        }
      } finally {
        setBusyId(null);
      }
    },
    [api, call],
  );
  return { act, busyId, latest };
}
