import { useEffect, useRef, useState } from "react";
import type {
  BookByPhone,
  PhoneBookingAnswer,
} from "../../src/dispatch/phone-booking/phone-contract";
import { ApiError } from "../api-error";
import { failureText, NavigatedAway, useOffice } from "../office/calls";
import { isCertainlyNotBooked } from "../booking/booking-failure";
import type { Attempt } from "./draft-storage";

/** How a try to book ended. */
type Sent =
  | { kind: "booked"; answer: PhoneBookingAnswer }
  /** An answer that says for sure that nothing was booked. */
  | { kind: "refused"; error: ApiError }
  /** Nobody knows: the same key and body find out. */
  | { kind: "unanswered"; text: string }
  | { kind: "left" };

/** Sends a booking, at most once whatever the network does: a try that was not answered keeps its key. */
export function useSend(setAttempt: (attempt: Attempt | null) => void) {
  const { api, call } = useOffice();
  const [busy, setBusy] = useState(false);
  const gone = useRef(false);
  useEffect(
    () => () => {
      gone.current = true;
    },
    [],
  );
  /** `sentBefore`: this very try was sent already, and not answered. */
  const send = async (attempt: Attempt, sentBefore: boolean): Promise<Sent> => {
    setBusy(true);
    // Kept before it is sent: a page that dies in between still knows the key.
    setAttempt(attempt);
    try {
      const answer = await call(
        api.admin.reservations.$post(
          { json: JSON.parse(attempt.body) as BookByPhone },
          { headers: { "Idempotency-Key": attempt.key } },
        ),
      );
      return { kind: "booked", answer };
    } catch (error) {
      if (error instanceof NavigatedAway) {
        if (!sentBefore) setAttempt(null);
        return { kind: "left" };
      }
      if (error instanceof ApiError && isCertainlyNotBooked(error, sentBefore)) {
        setAttempt(null);
        return { kind: "refused", error };
      }
      return { kind: "unanswered", text: failureText(error) };
    } finally {
      if (!gone.current) setBusy(false);
    }
  };
  return { busy, send };
}
