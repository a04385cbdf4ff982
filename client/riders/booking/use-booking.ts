import { useCallback, useState } from "react";
import type { Reservation } from "../../../src/reservations/contract";
import type { BookReservation } from "../../../src/reservations/standing-orders/order-contract";
import { type Api, read } from "../../api";
import { ApiError } from "../../api-error";
import { saysNothingBooked } from "../../booking/answered";
import {
  type BookingDraft,
  detailsOf,
  isFetchedBack,
  isFlown,
  repeatOf,
  quoteOf,
} from "../../booking/draft";
import type { DraftHandle } from "../../booking/use-draft";

interface BookingHandle {
  booking: boolean;
  /** Why it was refused, or why it is still not known whether it was booked. */
  error: ApiError | null;
  /**
   * Books, and gives the reservation; null when it was refused or not answered. A try that was
   * never answered is repeated with its own key and body: it cannot become a second booking.
   * `onRefused` is told of an answer that says that nothing was booked.
   */
  book: (onRefused: (refusal: ApiError) => void) => Promise<Reservation | null>;
}

/** Sends the draft as a booking, at most once whatever the network does. */
export function useBooking(api: Api, { latest, update, finish }: DraftHandle): BookingHandle {
  const [booking, setBooking] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);

  const book = useCallback(
    async (onRefused: (refusal: ApiError) => void) => {
      const draft = latest();
      const body = bookingOf(draft);
      const attempt =
        draft.attempt ?? (body && { key: crypto.randomUUID(), body: JSON.stringify(body) });
      if (!attempt) return null;
      setBooking(true);
      setError(null);
      // Kept before it is sent: a page that dies in between still knows the key.
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
        if (saysNothingBooked(failure, draft.attempt !== null)) {
          update({ attempt: null });
          onRefused(failure);
        }
        setError(failure);
        return null;
      } finally {
        setBooking(false);
      }
    },
    [api, latest, update, finish],
  );

  return { booking, error, book };
}

/** What is sent; null without a price for the trip as entered. */
function bookingOf(draft: BookingDraft): BookReservation | null {
  const quote = quoteOf(draft);
  if (!quote || !draft.vehicleClassId) return null;
  const other = draft.forSomebodyElse;
  const flight = isFlown(draft) ? draft.flightNumber.trim() : "";
  const flightBack = isFetchedBack(draft) ? draft.back.flightNumber.trim() : "";
  const details = detailsOf(draft);
  const repeat = repeatOf(draft);
  return {
    quote: quote.quote,
    vehicleClassId: draft.vehicleClassId,
    ...(other && { passengerName: draft.passengerName.trim() }),
    ...(other && draft.passengerPhone && { passengerPhone: draft.passengerPhone.trim() }),
    ...(flight && { flightNumber: flight }),
    ...(Object.keys(details).length > 0 && { details }),
    payment: draft.payment,
    ...(repeat && { repeat }),
    ...(draft.payment === "account" && draft.billTo && { billTo: draft.billTo }),
    ...(draft.note.trim() && { note: draft.note.trim() }),
    ...(quote.wayBack && {
      wayBack: { quote: quote.wayBack.quote, ...(flightBack && { flightNumber: flightBack }) },
    }),
  };
}
