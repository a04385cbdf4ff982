import { type ReactNode, useRef, useState } from "react";
import type { Occurrence, StandingOrder } from "../../src/reservations/order-contract";
import { dayWords, endWords, patternWords } from "../../src/reservations/order-words";
import { ApiError } from "../api-error";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { formatMoment } from "../ui/moment";
import { formatMoney } from "../ui/money";
import { NoticeBanner } from "../ui/notice-banner";
import { RouteLine } from "../ui/route-line";
import { ChangeOrderDialog } from "./change-order-dialog";
import type { OrderCalls } from "./order-calls";
import { orderStates } from "./order-states";
import { failureOf } from "./repeat-form";
import { StopOrderDialog } from "./stop-order-dialog";

const kinds: Record<Exclude<Occurrence["kind"], "booked">, string> = {
  planned: "Booked four weeks ahead",
  cancelled: "Cancelled",
  skipped: "Left out",
  holiday: "Public holiday",
  not_bookable: "No car: please call",
};

type Asking = { what: "skip"; on: Occurrence } | { what: "pause" | "end" | "change" } | null;

/** Repeating trips with their days: one is left out or taken back, all are moved, paused or ended. */
export function OrderScreen({
  calls,
  order: given,
  mayChange,
  tripLink,
}: {
  calls: OrderCalls;
  order: StandingOrder;
  mayChange: boolean;
  /** A link to a booked trip. */
  tripLink: (id: string, words: ReactNode) => ReactNode;
}) {
  const [order, setOrder] = useState(given);
  const [seen, setSeen] = useState(given);
  const [asking, setAsking] = useState<Asking>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [done, setDone] = useState("");
  const heading = useRef<HTMLHeadingElement>(null);
  if (seen !== given) {
    setSeen(given);
    setOrder(given);
  }
  const act = async (
    call: () => Promise<StandingOrder>,
    words: (order: StandingOrder) => string,
  ): Promise<void> => {
    setBusy(true);
    setFailure(null);
    setDone("");
    try {
      const changed = await call();
      setOrder(changed);
      setDone(words(changed));
    } catch (error) {
      setFailure(failureOf(error));
      // What is shown is of before: the fees, or the order itself, have changed.
      if (error instanceof ApiError && error.status === 409)
        await calls.show(order.id).then(setOrder, () => {});
    } finally {
      setBusy(false);
      setAsking(null);
      heading.current?.focus();
    }
  };
  const { id, version, currency, timeZone } = order;
  const skip = (on: Occurrence) =>
    act(
      () => calls.skip(id, { version, day: on.day, feesMinor: on.reservation?.feeMinor ?? 0 }),
      () => `There is no trip on ${dayWords(on.day)}.`,
    );
  const open = mayChange && order.state !== "ended";
  const booked = order.occurrences.filter(
    ({ kind, reservation }) => kind === "booked" && reservation?.cancellable,
  );
  return (
    <div className="grid gap-6">
      <Card>
        <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
          <h2
            className="min-w-0 flex-1 rounded-sm font-semibold text-lg outline-none"
            ref={heading}
            tabIndex={-1}
          >
            {patternWords(order)}
          </h2>
          <Badge tone={orderStates[order.state].tone}>{orderStates[order.state].words}</Badge>
        </div>
        <p className="mb-4 text-ink-muted">
          {`From ${dayWords(order.startsOn)}, ${endWords(order.end)}. ${order.vehicleClass.name}.`}
        </p>
        <RouteLine dropoff={order.dropoff} pickup={order.pickup} />
        {open && (
          <div className="mt-4 flex flex-wrap gap-2">
            <Button onClick={() => setAsking({ what: "change" })} variant="secondary">
              Change
            </Button>
            {order.state === "active" ? (
              <Button onClick={() => setAsking({ what: "pause" })} variant="secondary">
                Pause
              </Button>
            ) : (
              <Button
                busy={busy}
                onClick={() =>
                  void act(
                    () => calls.resume(id, version),
                    () => "Trips are booked again.",
                  )
                }
                variant="secondary"
              >
                Go on
              </Button>
            )}
            <Button onClick={() => setAsking({ what: "end" })} variant="secondary">
              End
            </Button>
          </div>
        )}
      </Card>
      <p className="text-success-ink empty:hidden" role="status">
        {done}
      </p>
      {failure !== null && (
        <div role="alert">
          <NoticeBanner tone="danger">{failure}</NoticeBanner>
        </div>
      )}
      <Card flush>
        <h3 className="px-4 pt-4 font-semibold sm:px-6">Next trips</h3>
        {order.occurrences.length === 0 ? (
          <p className="px-4 pt-1 pb-4 text-ink-muted sm:px-6">
            {order.state === "active" ? "There are no trips ahead." : "No trips are booked."}
          </p>
        ) : (
          <ul className="mt-2 divide-y divide-line">
            {order.occurrences.map((on) => (
              <li className="flex min-h-14 items-center gap-x-4 px-4 py-2 sm:px-6" key={on.day}>
                <span className="min-w-0 flex-1">
                  <span
                    className={
                      on.kind === "booked" || on.kind === "planned"
                        ? "font-medium tabular-nums"
                        : "text-ink-muted tabular-nums line-through"
                    }
                  >
                    {formatMoment(on.pickupAt, timeZone, "date-time")}
                  </span>
                  <span className="flex flex-wrap items-center gap-x-3 text-ink-muted text-sm">
                    {on.kind === "booked" && on.reservation
                      ? tripLink(on.reservation.id, `Booking ${on.reservation.number}`)
                      : on.kind === "booked"
                        ? ""
                        : kinds[on.kind]}
                    {on.fareMinor !== null && (on.kind === "booked" || on.kind === "planned") && (
                      <span className="tabular-nums">{formatMoney(on.fareMinor, currency)}</span>
                    )}
                    {on.moved && <span>The clocks go forward that night.</span>}
                  </span>
                </span>
                {open && (
                  <DayButton
                    busy={busy}
                    on={on}
                    onSkip={() =>
                      on.kind === "booked" ? setAsking({ what: "skip", on }) : void skip(on)
                    }
                    onUnskip={
                      order.state === "active"
                        ? () =>
                            void act(
                              () => calls.unskip(id, { version, day: on.day }),
                              () => `There is a trip on ${dayWords(on.day)} again.`,
                            )
                        : null
                    }
                  />
                )}
              </li>
            ))}
          </ul>
        )}
        {order.more && (
          <p className="px-4 py-3 text-ink-muted text-sm sm:px-6">It goes on after that.</p>
        )}
      </Card>
      {asking?.what === "skip" && (
        <ConfirmDialog
          busy={busy}
          busyLabel="Cancelling..."
          cancelLabel="Keep the trip"
          confirmLabel="Leave it out"
          danger
          onClose={() => setAsking(null)}
          onConfirm={() => void skip(asking.on)}
          open
          title={`No trip on ${dayWords(asking.on.day)}?`}
        >
          {(asking.on.reservation?.feeMinor ?? 0) > 0
            ? `Its booking is cancelled. It is late: that costs ${formatMoney(asking.on.reservation?.feeMinor ?? 0, currency)}.`
            : "Its booking is cancelled. That costs nothing."}
        </ConfirmDialog>
      )}
      {(asking?.what === "pause" || asking?.what === "end") && (
        <StopOrderDialog
          booked={booked}
          busy={busy}
          currency={currency}
          onClose={() => setAsking(null)}
          onStop={(cancelTrips, feesMinor) =>
            void act(
              () =>
                calls[asking.what === "end" ? "end" : "pause"](id, {
                  version,
                  cancelTrips,
                  feesMinor,
                }),
              ({ state }) =>
                state === "ended"
                  ? "These repeating trips have ended."
                  : "These repeating trips pause.",
            )
          }
          what={asking.what}
        />
      )}
      {asking?.what === "change" && (
        <ChangeOrderDialog
          busy={busy}
          onChange={(json) =>
            void act(
              async () => {
                const { standingOrder, unchanged } = await calls.change(id, { ...json, version });
                if (unchanged.length > 0)
                  setFailure(
                    `These bookings stay as they were: ${unchanged.join(", ")}. Change them one by one, or call us.`,
                  );
                return standingOrder;
              },
              () => "These repeating trips are changed.",
            )
          }
          onClose={() => setAsking(null)}
          order={order}
        />
      )}
    </div>
  );
}

function DayButton({
  on,
  busy,
  onSkip,
  onUnskip,
}: {
  on: Occurrence;
  busy: boolean;
  onSkip: () => void;
  /** Null while the order pauses. */
  onUnskip: (() => void) | null;
}) {
  if (on.kind === "holiday") return null;
  if (on.kind === "booked" || on.kind === "planned")
    return on.kind === "booked" && !on.reservation?.cancellable ? null : (
      <Button
        aria-label={`Leave out ${dayWords(on.day)}`}
        disabled={busy}
        onClick={onSkip}
        size="small"
        variant="quiet"
      >
        Leave out
      </Button>
    );
  return (
    onUnskip && (
      <Button
        aria-label={`Take back ${dayWords(on.day)}`}
        disabled={busy}
        onClick={onUnskip}
        size="small"
        variant="quiet"
      >
        Take back
      </Button>
    )
  );
}
