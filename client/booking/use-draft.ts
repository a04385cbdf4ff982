/** The trip being entered: stored in this browser, priced, and booked. */
import { useCallback, useEffect, useRef, useState } from "react";
import type { Reservation } from "../../src/reservations/contract";
import type { QuoteAnswer } from "../../src/reservations/quotes/quote-contract";
import type { BookReservation } from "../../src/reservations/standing-orders/order-contract";
import { type Api, read } from "../api";
import { ApiError } from "../api-error";
import { formatMoney } from "../ui/money";
import { useWords } from "../words/use-words";
import { isDefinitelyNotBooked } from "./booking-failure";
import {
  type BookingDraft,
  detailsOf,
  emptyDraft,
  isReturnFromAirport,
  isAirportTrip,
  passengerInputOf,
  quoteOf,
  repeatOf,
  visibleQuoteOf,
  totalMinorOf,
  tripOf,
} from "./draft";
import { forgetDraft, saveDraft, loadSavedDraft, onBookedInOtherTab } from "./draft-storage";

export interface DraftHandle {
  /** Null until storage has been read; always null on the server. */
  draft: BookingDraft | null;
  /** Changes the draft and stores it. */
  update: (change: Partial<BookingDraft>) => void;
  /** Returns the current draft, even inside a callback that started before the last change. */
  latest: () => BookingDraft;
  /** Whether this trip has been booked in another window. This draft is then empty again. */
  wasBookedInOtherTab: boolean;
  /** Deletes the draft after booking. */
  finish: () => void;
}

/** The booking draft of this browser. */
export function useDraft(): DraftHandle {
  const [draft, setDraft] = useState<BookingDraft | null>(null);
  const [bookedInOtherTab, setWasBookedInOtherTab] = useState(false);
  const current = useRef<BookingDraft>(draft ?? emptyDraft());

  useEffect(() => {
    let isUnmounted = false;
    void loadSavedDraft(Date.now()).then((savedDraft) => {
      if (isUnmounted) return;
      current.current = savedDraft ?? emptyDraft();
      setDraft(current.current);
    });
    return () => {
      isUnmounted = true;
    };
  }, []);

  useEffect(
    () =>
      onBookedInOtherTab((bookedDraft) => {
        // An unanswered booking is kept, because its key tells whether it was booked.
        const { attempt } = current.current;
        if (
          attempt ||
          JSON.stringify(tripOf(bookedDraft)) !== JSON.stringify(tripOf(current.current))
        )
          return;
        current.current = emptyDraft();
        setDraft(current.current);
        setWasBookedInOtherTab(true);
      }),
    [],
  );

  const update = useCallback((change: Partial<BookingDraft>) => {
    setWasBookedInOtherTab(false);
    current.current = { ...current.current, ...change };
    saveDraft(current.current, Date.now());
    setDraft(current.current);
  }, []);
  const latest = useCallback(() => current.current, []);
  const finish = useCallback(() => {
    forgetDraft();
    current.current = emptyDraft();
  }, []);
  return { draft, update, latest, wasBookedInOtherTab: bookedInOtherTab, finish };
}

interface QuoteHandle {
  isPricing: boolean;
  /** The reason why there are no prices. */
  error: ApiError | null;
  /** The text of what changed in the new prices. */
  notice: string | null;
  /** Requests the prices of the trip as entered. Resolves with true if they arrived. */
  requestPrices: () => Promise<boolean>;
  clear: () => void;
}

/**
 * Requests prices. Drops an answer if a later request has been sent. If the price of the chosen class changed for the
 * same trip, `notice` says so.
 */
export function useQuote(
  api: Api,
  { latest, update }: Pick<DraftHandle, "latest" | "update">,
): QuoteHandle {
  const t = useWords();
  const [isPricing, setIsPricing] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const [notice, setNotice] = useState<string | null>(null);
  const latestRequest = useRef(0);
  useEffect(
    () => () => {
      latestRequest.current = -1;
    },
    [],
  );

  const requestPrices = useCallback(async () => {
    const before = latest();
    const trip = tripOf(before);
    if (!trip) return false;
    const ownRequest = ++latestRequest.current;
    setIsPricing(true);
    setError(null);
    try {
      const answer = await read(api.quotes.$post({ json: trip }));
      if (latestRequest.current !== ownRequest) return false;
      const chosenOptionOf = (quote: ReturnType<typeof quoteOf>) =>
        quote?.options.find(({ vehicleClass }) => vehicleClass.id === before.vehicleClassId);
      const shownOption = chosenOptionOf(visibleQuoteOf(before));
      // A different price for different choices is expected, so it is not announced.
      const previousQuote = quoteOf(before);
      const previousOption = chosenOptionOf(previousQuote);
      const oldTotalMinor =
        previousQuote && previousOption ? totalMinorOf(previousQuote, previousOption) : null;
      const newOption = answer.options.find(
        ({ vehicleClass }) => vehicleClass.id === before.vehicleClassId,
      );
      const newTotalMinor = newOption ? totalMinorOf(answer, newOption) : null;
      update({
        quote: { trip: JSON.stringify(trip), answer },
        // At first, the cheapest class is chosen, which comes first. If the chosen class disappears, nothing is chosen.
        vehicleClassId:
          newOption?.vehicleClass.id ??
          (shownOption ? null : (answer.options[0]?.vehicleClass.id ?? null)),
      });
      if (shownOption && !newOption)
        setNotice(
          t("{name} is not available for this. Choose another car.", {
            name: t.known(shownOption.vehicleClass.name, "name"),
          }),
        );
      else if (oldTotalMinor === null || newTotalMinor === null || oldTotalMinor === newTotalMinor)
        setNotice(null);
      else {
        const was = formatMoney(oldTotalMinor, answer.currency, t);
        const newPriceText = formatMoney(newTotalMinor, answer.currency, t);
        setNotice(t("The price has changed from {was} to {since}.", { was, since: newPriceText }));
      }
      return true;
    } catch (failure) {
      if (latestRequest.current !== ownRequest) return false;
      if (!(failure instanceof ApiError)) throw failure;
      setError(failure);
      return false;
    } finally {
      if (latestRequest.current === ownRequest) setIsPricing(false);
    }
  }, [api, latest, update, t]);

  const clear = useCallback(() => {
    setError(null);
    setNotice(null);
  }, []);
  return { isPricing, error, notice, requestPrices, clear };
}

interface BookingHandle {
  isBooking: boolean;
  /** The reason why the booking was refused, or why its outcome is still unknown. */
  error: ApiError | null;
  /**
   * Books and returns the reservation; null if it was refused or not answered. An unanswered booking is sent again with
   * its own key and body, so that it cannot become a second booking. `onRefused` runs when an answer proves that
   * nothing was booked.
   */
  book: (onRefused: (refusal: ApiError) => void) => Promise<Reservation | null>;
}

/** Sends the draft as a booking. It is booked at most once, whatever the network does. */
export function useBooking(api: Api, { latest, update, finish }: DraftHandle): BookingHandle {
  const [isBooking, setIsBooking] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);

  const book = useCallback(
    async (onRefused: (refusal: ApiError) => void) => {
      const draft = latest();
      const body = bookingOf(draft);
      const attempt =
        draft.attempt ?? (body && { key: crypto.randomUUID(), body: JSON.stringify(body) });
      if (!attempt) return null;
      setIsBooking(true);
      setError(null);
      // Store the attempt before sending it: after a crash, the page still knows the key.
      update({ attempt });
      try {
        const { reservation } = await read(
          api.reservations.$post(
            { json: JSON.parse(attempt.body) },
            { headers: { "Idempotency-Key": attempt.key } },
          ),
        );
        finish();
        return reservation;
      } catch (failure) {
        if (!(failure instanceof ApiError)) throw failure;
        if (isDefinitelyNotBooked(failure, draft.attempt !== null)) {
          update({ attempt: null });
          onRefused(failure);
        }
        setError(failure);
        return null;
      } finally {
        setIsBooking(false);
      }
    },
    [api, latest, update, finish],
  );

  return { isBooking, error, book };
}

/** Returns the request body; null without a price for the trip as entered. */
function bookingOf(draft: BookingDraft): BookReservation | null {
  const quote = quoteOf(draft);
  if (!quote || !draft.vehicleClassId) return null;
  const flight = isAirportTrip(draft) ? draft.flightNumber.trim() : "";
  const returnFlight = isReturnFromAirport(draft) ? draft.back.flightNumber.trim() : "";
  const details = detailsOf(draft);
  const repeat = repeatOf(draft);
  return {
    quote: quote.quote,
    vehicleClassId: draft.vehicleClassId,
    ...passengerInputOf(draft),
    ...(flight && { flightNumber: flight }),
    ...(Object.keys(details).length > 0 && { details }),
    payment: draft.payment,
    ...(draft.terms !== null && { terms: draft.terms }),
    ...(draft.payment === "card" && draft.card && { cardId: draft.card.id }),
    ...agreedPrepayment(quote, draft.vehicleClassId),
    ...(repeat && !draft.billTo?.member && { repeat }),
    ...(draft.payment === "account" && draft.billTo && billingOf(draft.billTo)),
    ...(draft.note.trim() && { note: draft.note.trim() }),
    ...(quote.returnTrip && {
      returnTrip: {
        quote: quote.returnTrip.quote,
        ...(returnFlight && { flightNumber: returnFlight }),
      },
    }),
  };
}

function billingOf({ member, ...billTo }: NonNullable<BookingDraft["billTo"]>) {
  return { billTo, ...(member && { memberId: member.id }) };
}

/** Returns the prepayment shown, for both legs. The server requests no more than this. */
function agreedPrepayment(quote: QuoteAnswer, classId: string): { agreedBeforeMinor?: number } {
  const agreedPrepaymentMinor = [quote, quote.returnTrip]
    .flatMap((leg) => leg?.options ?? [])
    .reduce(
      (sum, { vehicleClass, before }) =>
        vehicleClass.id === classId ? sum + (before?.amountMinor ?? 0) : sum,
      0,
    );
  return agreedPrepaymentMinor > 0 ? { agreedBeforeMinor: agreedPrepaymentMinor } : {};
}
