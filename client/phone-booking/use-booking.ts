import { useEffect, useRef, useState } from "react";
import type { PhoneBookingAnswer } from "../../src/dispatch/phone-booking/phone-contract";
import { parseTypedTime } from "../../src/dispatch/phone-booking/spoken-time-rules";
import type { ApiError } from "../api-error";
import { failureText, useOffice } from "../office/calls";
import {
  toRequestBody,
  type Faults,
  faultsOf,
  faultsFromServer,
  fieldOrder,
  type PhoneDraft,
  quoteRequestOf,
  remainingErrors,
} from "./draft";
import { waitForPlaces } from "./wait-for-places";
import { usePhoneDraft } from "./use-phone-draft";
import { usePhoneQuote } from "./use-phone-quote";
import { useSendBooking } from "./use-send-booking";

const noFaults = { faults: {}, of: null };

/** What comes after booking: nothing, choosing a driver, or writing a quote for a trip saved as a request. */
type StepAfterBooking = "book" | "assign" | "quote";

/** The booked trip. */
export type BookedTrip = PhoneBookingAnswer & { next: StepAfterBooking };

/** Keeps the draft with its price, faults and booking. */
export function useBooking(adminId: string) {
  const { settings } = useOffice();
  const { draft, attempt, change, setAttempt, latest, finish } = usePhoneDraft(adminId);
  const { send, busy } = useSendBooking(setAttempt);
  const quote = usePhoneQuote(draft && quoteRequestOf(draft));
  const [shownFaults, setShownFaults] = useState<{ faults: Faults; of: PhoneDraft | null }>(
    noFaults,
  );
  const [failure, setFailure] = useState<string | null>(null);
  const [notice, setNotice] = useState<string | null>(null);
  const [nextStep, setNextStep] = useState<StepAfterBooking | null>(null);
  const [bookedTrip, setBookedTrip] = useState<BookedTrip | null>(null);

  // Preselects the cheapest class. A chosen class that can no longer take the trip isn't replaced silently.
  useEffect(() => {
    const [first] = quote.answer?.options ?? [];
    if (quote.isCurrent && first && latest().trip.vehicleClassId === null)
      change((before) => ({
        ...before,
        trip: { ...before.trip, vehicleClassId: first.vehicleClass.id },
      }));
  }, [change, latest, quote.answer, quote.isCurrent]);

  const option =
    quote.answer?.options.find(
      ({ vehicleClass }) => vehicleClass.id === draft?.trip.vehicleClassId,
    ) ?? null;

  const currentFaultsOf = (of: PhoneDraft) =>
    faultsOf(of, parseTypedTime(of.whenText, Date.now(), settings.timeZone), settings.currency);
  const showFaults = (faults: Faults) => {
    setShownFaults({ faults, of: latest() });
    const first = fieldOrder.find((name) => faults[name] !== undefined);
    if (first) requestAnimationFrame(() => document.getElementById(first)?.focus());
  };

  const onRefused = (error: ApiError) => {
    if (error.code === "quote.expired") {
      setNotice("The price was older than 15 minutes. Check the new price and book again.");
      return quote.renewQuote();
    }
    const faults = faultsFromServer(error);
    if (Object.keys(faults).length === 0) setFailure(failureText(error));
    showFaults(faults);
  };

  const sendBooking = async (stepAfterBooking: StepAfterBooking, attemptToSend = attempt) => {
    const body = quote.answer && toRequestBody(latest(), quote.answer);
    const json = stepAfterBooking === "quote" ? { ...body, isForQuote: true, tell: false } : body;
    const next =
      attemptToSend ?? (body && { key: crypto.randomUUID(), body: JSON.stringify(json) });
    if (!next) return;
    setFailure(null);
    setNotice(null);
    const outcome = await send(next, attemptToSend !== null);
    if (outcome.kind === "booked") {
      finish();
      setShownFaults(noFaults);
      setBookedTrip({ ...outcome.answer, next: stepAfterBooking });
    } else if (outcome.kind === "refused") onRefused(outcome.error);
    else if (outcome.kind === "unanswered") setFailure(outcome.text);
  };

  // Books only when places and prices have loaded.
  const latestSendBooking = useRef(sendBooking);
  latestSendBooking.current = sendBooking;
  const isReadyToBook = quote.isCurrent && option !== null;
  useEffect(() => {
    if (nextStep === null || busy) return;
    if (quote.error !== null) return setNextStep(null);
    if (!isReadyToBook) return;
    setNextStep(null);
    void latestSendBooking.current(nextStep);
  }, [busy, quote.error, isReadyToBook, nextStep]);

  const book = (stepAfterBooking: StepAfterBooking) => {
    if (busy || bookedTrip) return;
    if (attempt) return void sendBooking(stepAfterBooking);
    setFailure(null);
    setNotice(null);
    // A place field takes its best match on blur, so text that is still being typed counts.
    const focusedElement = document.activeElement;
    if (focusedElement instanceof HTMLElement && focusedElement.getAttribute("role") === "combobox")
      focusedElement.blur();
    void waitForPlaces(latest).then(() => {
      const faults = currentFaultsOf(latest());
      if (Object.keys(faults).length > 0) return showFaults(faults);
      setShownFaults(noFaults);
      setNextStep(stepAfterBooking);
    });
  };

  return {
    draft,
    change,
    finish,
    quote,
    option,
    faultsIn: (of: PhoneDraft) => remainingErrors(shownFaults, of, currentFaultsOf),
    failure,
    setFailure,
    notice,
    /** Whether a booking was sent and has no answer yet. */
    isSent: attempt !== null,
    busy,
    isBookingPending: nextStep !== null,
    book,
    booked: bookedTrip,
    setBooked: setBookedTrip,
  };
}
