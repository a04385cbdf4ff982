import { useEffect, useRef, useState } from "react";
import type {
  BookByPhone,
  PhoneBookingAnswer,
} from "../../src/dispatch/phone-booking/phone-contract";
import { ApiError } from "../api-error";
import { failureText, LeftPageError, useOffice } from "../office/calls";
import { isDefinitelyNotBooked } from "../booking/booking-failure";
import type { Attempt } from "./draft-storage";

/** The outcome of sending a booking. */
type SendOutcome =
  | { kind: "booked"; answer: PhoneBookingAnswer }
  /** Nothing was booked, as the answer says. */
  | { kind: "refused"; error: ApiError }
  /** The outcome is unknown. Sending the same key and body again shows it. */
  | { kind: "unanswered"; text: string }
  | { kind: "left" };

/** Sends a booking at most once, whatever the network does: an attempt without an answer keeps its idempotency key. */
export function useSendBooking(setAttempt: (attempt: Attempt | null) => void) {
  const { api, call } = useOffice();
  const [busy, setBusy] = useState(false);
  const isUnmounted = useRef(false);
  useEffect(
    () => () => {
      isUnmounted.current = true;
    },
    [],
  );
  /** Sends an attempt. `wasSentBefore` says that it was already sent and not answered. */
  const send = async (attempt: Attempt, wasSentBefore: boolean): Promise<SendOutcome> => {
    setBusy(true);
    // Stores the attempt before sending, so that a page that closes in between still has the key.
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
      if (error instanceof LeftPageError) {
        if (!wasSentBefore) setAttempt(null);
        return { kind: "left" };
      }
      if (error instanceof ApiError && isDefinitelyNotBooked(error, wasSentBefore)) {
        setAttempt(null);
        return { kind: "refused", error };
      }
      return { kind: "unanswered", text: failureText(error) };
    } finally {
      if (!isUnmounted.current) setBusy(false);
    }
  };
  return { busy, send };
}
