import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { PhoneBookingAnswer } from "../../src/dispatch/phone-booking/phone-contract";
import { readSpokenTime } from "../../src/dispatch/phone-booking/spoken-time-rules";
import type { Reservation } from "../../src/reservations/contract";
import type { ApiError } from "../api-error";
import { failureText, LeftScreen, useOffice } from "../office/calls";
import { useActs } from "../trip-acts/use-acts";
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
  bodyOf,
  draftFrom,
  type Faults,
  faultsOf,
  fieldOrder,
  faultsOfServer,
  isTouched,
  type PhoneDraft,
  requestOf,
  stillWrong,
} from "./draft";
import { LeaveDialog } from "./leave-dialog";
import { FormKeys, PriceCard } from "./price-card";
import { settledPlaces } from "./settled-places";
import { useCallerCard } from "./use-caller-card";
import { usePhoneDraft } from "./use-phone-draft";
import { usePhoneQuote } from "./use-phone-quote";
import { useSend } from "./use-send";

const board = "/dispatch/dashboard/reservation";
const AssignDialog = lazy(async () => (await import("../trip-acts/assign-dialog")).AssignDialog);
const noFaults = { faults: {}, of: null };

/** A booking on the telephone, by keyboard alone: one column of fields, and the price to read aloud. */
export function PhoneBooking({
  adminId,
  like,
}: {
  adminId: string;
  /** A trip to book again, or the way back of it. */
  like: { trip: Reservation; way: "again" | "back" } | null;
}) {
  const navigate = useNavigate();
  const { call, api, settings } = useOffice();
  const { act } = useActs();
  usePreload(AssignDialog);
  const { draft, attempt, change, setAttempt, latest, finish } = usePhoneDraft(adminId);
  const { send, busy } = useSend(setAttempt);
  const quote = usePhoneQuote(draft && requestOf(draft));
  const caller = useCallerCard(draft?.riderId ?? null);
  const [found, setFound] = useState<{ faults: Faults; of: PhoneDraft | null }>(noFaults);
  const [failure, setFailure] = useState<string | null>(null);
  const [notice, setNotice] = useState<string | null>(null);
  const [wanted, setWanted] = useState<"book" | "assign" | null>(null);
  const [leaving, setLeaving] = useState(false);
  const [booked, setBooked] = useState<PhoneBookingAnswer | null>(null);
  const [assigning, setAssigning] = useState(false);
  const [replaced, setReplaced] = useState<PhoneDraft | null>(null);

  // The telephone rings: the first key goes into the first field. A page that is hidden once more while
  // a part of it loads loses the cursor; this runs again when it is shown.
  const isThere = draft !== null;
  useLayoutEffect(() => {
    const box = isThere ? document.getElementById("caller") : null;
    if (box && !box.closest("form")?.contains(document.activeElement)) box.focus();
  }, [isThere]);

  // Asked for by an address: it takes the place of what was kept, which can be had back.
  const taken = useRef<Reservation | null>(null);
  useEffect(() => {
    if (!draft || !like || taken.current === like.trip) return;
    taken.current = like.trip;
    if (isTouched(draft)) setReplaced(draft);
    change(() => draftFrom(like.trip, like.way));
    // A reload goes on with what was typed since.
    void navigate({ to: "/dispatch/dashboard/new", search: {}, replace: true }).then(() =>
      document.getElementById("when")?.focus(),
    );
  }, [change, draft, like, navigate]);

  // The cheapest class at first; one that cannot take the trip any more is not changed silently.
  useEffect(() => {
    const [first] = quote.answer?.options ?? [];
    if (quote.fresh && first && latest().trip.vehicleClassId === null)
      change((before) => ({
        ...before,
        trip: { ...before.trip, vehicleClassId: first.vehicleClass.id },
      }));
  }, [change, latest, quote.answer, quote.fresh]);

  const option =
    quote.answer?.options.find(
      ({ vehicleClass }) => vehicleClass.id === draft?.trip.vehicleClassId,
    ) ?? null;

  const missing = (of: PhoneDraft) =>
    faultsOf(of, readSpokenTime(of.whenText, Date.now(), settings.timeZone), settings.currency);
  const showFaults = (faults: Faults) => {
    setFound({ faults, of: latest() });
    const first = fieldOrder.find((name) => faults[name] !== undefined);
    if (first) requestAnimationFrame(() => document.getElementById(first)?.focus());
  };

  const refused = (error: ApiError) => {
    if (error.code === "quote.expired") {
      setNotice("The price was older than 15 minutes. This is the price of now: book it again.");
      return quote.renew();
    }
    const faults = faultsOfServer(error);
    if (Object.keys(faults).length === 0) setFailure(failureText(error));
    showFaults(faults);
  };

  const post = async (how: "book" | "assign", again = attempt) => {
    const body = quote.answer && bodyOf(latest(), quote.answer);
    const next = again ?? (body && { key: crypto.randomUUID(), body: JSON.stringify(body) });
    if (!next) return;
    setFailure(null);
    setNotice(null);
    const sent = await send(next, again !== null);
    if (sent.kind === "booked") {
      finish();
      setFound(noFaults);
      setReplaced(null);
      setBooked(sent.answer);
      setAssigning(how === "assign" && !sent.answer.reservation.onRequest);
    } else if (sent.kind === "refused") refused(sent.error);
    else if (sent.kind === "unanswered") setFailure(sent.text);
  };

  // Asked for while a place or the price was still on its way: it waits for them.
  const pending = useRef(post);
  pending.current = post;
  const settled = quote.fresh && option !== null;
  useEffect(() => {
    if (wanted === null || busy) return;
    if (quote.error !== null) return setWanted(null);
    if (!settled) return;
    setWanted(null);
    void pending.current(wanted);
  }, [busy, quote.error, settled, wanted]);

  const book = (how: "book" | "assign") => {
    if (busy || booked) return;
    if (attempt) return void post(how);
    setFailure(null);
    setNotice(null);
    // What is being typed counts as typed: a place looks for its best fit when it is left.
    const active = document.activeElement;
    if (active instanceof HTMLElement && active.getAttribute("role") === "combobox") active.blur();
    void settledPlaces(latest).then(() => {
      const faults = missing(latest());
      if (Object.keys(faults).length > 0) return showFaults(faults);
      setFound(noFaults);
      setWanted(how);
    });
  };

  const next = () => {
    setBooked(null);
    setAssigning(false);
    requestAnimationFrame(() => document.getElementById("caller")?.focus());
  };
  const leave = () => void navigate({ to: board });
  useKeys({
    ...(booked && {
      newAgain: (event: globalThis.KeyboardEvent) => {
        event.preventDefault();
        next();
      },
      ...(!booked.reservation.onRequest && {
        assignBooked: (event: globalThis.KeyboardEvent) => {
          event.preventDefault();
          setAssigning(true);
        },
      }),
      leave,
    }),
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const assigns = isKey(event, "bookAndAssign");
    if (assigns || isKey(event, "book")) {
      event.preventDefault();
      book(assigns ? "assign" : "book");
    } else if (isKey(event, "leave") && !event.defaultPrevented) {
      event.preventDefault();
      if (draft && isTouched(draft)) setLeaving(true);
      else leave();
    }
  };

  const repeat = async (id: string) => {
    try {
      const { reservation } = await call(api.admin.reservations[":id"].$get({ param: { id } }));
      change(({ callerText, riderId, tell }) => ({
        ...draftFrom(reservation, "again"),
        callerText,
        riderId,
        tell,
      }));
      document.getElementById("when")?.focus();
    } catch (error) {
      if (!(error instanceof LeftScreen)) setFailure(failureText(error));
    }
  };

  if (booked)
    return (
      <>
        <PageHeader dense title="New booking" />
        <BookedCard
          booked={booked}
          onAssign={booked.reservation.onRequest ? null : () => setAssigning(true)}
          onNext={next}
        />
        {assigning && (
          <AssignDialog act={act} onClose={() => setAssigning(false)} row={booked.reservation} />
        )}
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
          {replaced && (
            <NoticeBanner
              action={
                <Button
                  onClick={() => {
                    change(() => replaced);
                    setReplaced(null);
                  }}
                  size="small"
                  variant="secondary"
                >
                  Back to it
                </Button>
              }
              tone="info"
            >
              Another booking was begun here.
            </NoticeBanner>
          )}
          <BookingForm
            call={call}
            caller={caller}
            change={change}
            draft={draft}
            faults={stillWrong(found, draft, missing)}
            isSent={attempt !== null}
            onRepeat={(trip) => void repeat(trip.id)}
            quote={quote}
          />
        </div>
        <div className="grid gap-3 max-lg:sticky max-lg:bottom-0 max-lg:-mx-4 max-lg:border-line max-lg:border-t max-lg:bg-surface max-lg:p-4 lg:sticky lg:top-19">
          <PriceCard
            agreedMinor={agreedMinor(draft, settings.currency)}
            option={option}
            quote={quote}
            unit={settings.distanceUnit}
          />
          <div className="grid gap-2 empty:hidden" role="alert">
            {attempt && !busy ? (
              <NoticeBanner tone="danger">
                The booking was not answered{failure ? `: ${failure}` : "."} Send it again: it
                cannot be booked twice.
              </NoticeBanner>
            ) : (
              failure && <NoticeBanner tone="danger">{failure}</NoticeBanner>
            )}
            {notice && <NoticeBanner tone="warning">{notice}</NoticeBanner>}
          </div>
          <div className="grid grid-cols-2 gap-2">
            <Button
              busy={busy || wanted !== null}
              busyLabel="Booking..."
              onClick={() => book("book")}
              size="small"
            >
              {attempt ? "Send it again" : "Book"}
            </Button>
            <Button
              disabled={busy || wanted !== null}
              onClick={() => book("assign")}
              size="small"
              variant="secondary"
            >
              Book and assign
            </Button>
          </div>
        </div>
      </div>
      {leaving && (
        <LeaveDialog
          onClose={() => setLeaving(false)}
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
