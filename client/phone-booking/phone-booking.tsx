import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { ContactMessage } from "../../src/contact/contact-desk-contract";
import type { Reservation } from "../../src/reservations/contract";
import { failureText, LeftPageError, useOffice } from "../office/calls";
import { useAct } from "../trip-acts/use-act";
import { isKey } from "../office/keys/keys";
import { useKeys } from "../office/keys/use-keys";
import { lazy, usePreload } from "../lazy";
import { Button } from "../ui/button";
import { NoticeBanner } from "../ui/notice-banner";
import { PageHeader } from "../ui/page-header";
import { SkeletonRows } from "../ui/skeleton";
import { BookedCard } from "./booked-card";
import { BookingForm } from "./booking-form";
import {
  agreedMinor,
  phoneDraftOfMessage,
  phoneDraftOfTrip,
  isTouched,
  type PhoneDraft,
} from "./draft";
import { LeaveDialog } from "./leave-dialog";
import { FormKeys, PriceCard } from "./price-card";
import { type BookedTrip, useBooking } from "./use-booking";
import { useCallerCard } from "./use-caller-card";

const BOARD_PATH = "/dispatch/dashboard/reservation";
const AssignDialog = lazy(async () => (await import("../trip-acts/assign-dialog")).AssignDialog);
const QuoteDialog = lazy(async () => (await import("../trip-acts/quote-dialog")).default);

/** Phone booking by keyboard: one column of fields, and the price to read aloud. */
export function PhoneBooking({
  adminId,
  source,
}: {
  adminId: string;
  /** A trip to book again or to book the return of, or a contact message to book for. */
  source: { trip: Reservation; way: "again" | "back" } | { message: ContactMessage } | null;
}) {
  const navigate = useNavigate();
  const { call, api } = useOffice();
  usePreload(AssignDialog);
  const booking = useBooking(adminId);
  const { draft, change, finish, booked, setBooked, setFailure, book } = booking;
  const caller = useCallerCard(draft?.riderId ?? null);
  const [isLeaveDialogOpen, setLeaveDialogOpen] = useState(false);
  const [replacedDraft, setReplacedDraft] = useState<PhoneDraft | null>(null);

  // Focuses the first field at once. The page is hidden and loses the focus while a part of it loads, so this runs
  // again when the page is shown.
  const hasDraft = draft !== null;
  useLayoutEffect(() => {
    const box = hasDraft ? document.getElementById("caller") : null;
    if (box && !box.closest("form")?.contains(document.activeElement)) box.focus();
  }, [hasDraft]);

  // The address asks for this trip or message. It replaces the kept draft, which can be restored.
  const appliedSource = useRef<typeof source>(null);
  useEffect(() => {
    if (!draft || !source || appliedSource.current === source) return;
    appliedSource.current = source;
    if (isTouched(draft)) setReplacedDraft(draft);
    change(() =>
      "trip" in source
        ? phoneDraftOfTrip(source.trip, source.way)
        : phoneDraftOfMessage(source.message),
    );
    // Clears the address, so that a reload continues with the values typed since.
    void navigate({ to: "/dispatch/dashboard/new", search: {}, replace: true }).then(() =>
      document.getElementById("when")?.focus(),
    );
  }, [change, draft, source, navigate]);

  const startNextBooking = () => {
    setBooked(null);
    setReplacedDraft(null);
    requestAnimationFrame(() => document.getElementById("caller")?.focus());
  };
  const leave = () => void navigate({ to: BOARD_PATH });

  const onKeyDown = (event: KeyboardEvent) => {
    const shouldAssign = isKey(event, "bookAndAssign");
    if (shouldAssign || isKey(event, "book")) {
      event.preventDefault();
      book(shouldAssign ? "assign" : "book");
    } else if (isKey(event, "leave") && !event.defaultPrevented) {
      event.preventDefault();
      if (draft && isTouched(draft)) setLeaveDialogOpen(true);
      else leave();
    }
  };

  const repeat = async (id: string) => {
    try {
      const { reservation } = await call(api.admin.reservations[":id"].$get({ param: { id } }));
      const repeatDraft = phoneDraftOfTrip(reservation, "again");
      // Somebody may have typed the times while the trip was loading.
      change(({ callerText, riderId, tell, whenText, returnText, trip }) => {
        const { date, time, repeatedHour, asap, returns, back } = trip;
        const times = { date, time, repeatedHour, asap, returns, back };
        const unchangedFields = { callerText, riderId, tell, whenText, returnText };
        return { ...repeatDraft, ...unchangedFields, trip: { ...repeatDraft.trip, ...times } };
      });
      document.getElementById("when")?.focus();
    } catch (error) {
      if (!(error instanceof LeftPageError)) setFailure(failureText(error));
    }
  };

  if (booked)
    return (
      <>
        <PageHeader dense title="New booking" />
        <BookedPart bookedTrip={booked} onLeave={leave} onNext={startNextBooking} />
      </>
    );
  if (!draft)
    return (
      <>
        <PageHeader dense title="New booking" />
        <SkeletonRows dense rows={8} />
      </>
    );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the whole form, wherever the cursor is
    <div onKeyDown={onKeyDown}>
      <PageHeader actions={<FormKeys />} dense title="New booking" />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,40rem)_minmax(18rem,26rem)] lg:gap-6">
        <div className="grid grid-cols-1 gap-3">
          {replacedDraft && (
            <NoticeBanner
              action={
                <Button
                  onClick={() => {
                    change(() => replacedDraft);
                    setReplacedDraft(null);
                  }}
                  size="small"
                  variant="secondary"
                >
                  Continue booking
                </Button>
              }
              tone="info"
            >
              You have an unfinished booking.
            </NoticeBanner>
          )}
          <BookingForm
            call={call}
            caller={caller}
            change={change}
            draft={draft}
            faults={booking.faultsIn(draft)}
            isSent={booking.isSent}
            onRepeat={(trip) => void repeat(trip.id)}
            quote={booking.quote}
          />
        </div>
        <PriceAndBookingCards booking={booking} draft={draft} />
      </div>
      {isLeaveDialogOpen && (
        <LeaveDialog
          onClose={() => setLeaveDialogOpen(false)}
          onDiscard={() => {
            finish();
            leave();
          }}
          onKeep={leave}
        />
      )}
    </div>
  );
}

/** The price to read aloud, errors, and the booking button. */
function PriceAndBookingCards({
  booking,
  draft,
}: {
  booking: ReturnType<typeof useBooking>;
  draft: PhoneDraft;
}) {
  const { settings } = useOffice();
  const { quote, option, isSent, busy, failure, notice, isBookingPending, book } = booking;
  return (
    <div className="tall-bar grid gap-3 max-lg:sticky max-lg:bottom-0 max-lg:-mx-4 max-lg:border-line max-lg:border-t max-lg:bg-surface max-lg:p-4 max-lg:pb-[calc(1rem+env(safe-area-inset-bottom))] lg:sticky lg:top-19">
      <PriceCard
        agreedMinor={agreedMinor(draft, settings.currency)}
        hours={draft.trip.kind === "hourly" ? draft.trip.hours : null}
        option={option}
        quote={quote}
        unit={settings.distanceUnit}
      />
      <div className="grid gap-2 empty:hidden" role="alert">
        {isSent && !busy ? (
          <NoticeBanner tone="danger">
            The booking is not confirmed yet{failure ? `: ${failure}` : "."} Send the booking again.
            It will not be booked twice.
          </NoticeBanner>
        ) : (
          failure && <NoticeBanner tone="danger">{failure}</NoticeBanner>
        )}
        {notice && <NoticeBanner tone="warning">{notice}</NoticeBanner>}
      </div>
      <div className="grid grid-cols-2 gap-2">
        <Button
          busy={busy || isBookingPending}
          busyLabel="Booking..."
          onClick={() => book("book")}
          size="small"
        >
          {isSent ? "Send again" : "Book"}
        </Button>
        <Button
          disabled={busy || isBookingPending}
          onClick={() => book("assign")}
          size="small"
          variant="secondary"
        >
          Book and assign driver
        </Button>
        <Button
          className="col-span-2"
          disabled={busy || isBookingPending}
          onClick={() => book("quote")}
          size="small"
          variant="quiet"
        >
          Make a quote instead
        </Button>
      </div>
    </div>
  );
}

/** The booked trip and its driver. */
function BookedPart({
  bookedTrip,
  onNext,
  onLeave,
}: {
  bookedTrip: BookedTrip;
  onNext: () => void;
  onLeave: () => void;
}) {
  const { act } = useAct();
  const mayAssign = !bookedTrip.reservation.onRequest;
  const [isAssigning, setIsAssigning] = useState(bookedTrip.next === "assign" && mayAssign);
  const [isQuoting, setIsQuoting] = useState(bookedTrip.next === "quote");
  useKeys({
    bookAnother: (event) => {
      event.preventDefault();
      onNext();
    },
    ...(mayAssign && {
      assignBooked: (event: globalThis.KeyboardEvent) => {
        event.preventDefault();
        setIsAssigning(true);
      },
    }),
    leave: onLeave,
  });
  return (
    <>
      <BookedCard
        bookedTrip={bookedTrip}
        onAssign={mayAssign ? () => setIsAssigning(true) : null}
        onNext={onNext}
        onQuote={bookedTrip.reservation.onRequest ? () => setIsQuoting(true) : null}
      />
      {isQuoting && (
        <QuoteDialog
          act={act}
          name="quote"
          onClose={() => setIsQuoting(false)}
          row={bookedTrip.reservation}
        />
      )}
      {isAssigning && (
        <AssignDialog
          act={act}
          onClose={() => setIsAssigning(false)}
          row={bookedTrip.reservation}
        />
      )}
    </>
  );
}
