import { type ReactNode, type RefObject, useRef, useState } from "react";
import type {
  Occurrence,
  StandingOrder,
} from "../../src/reservations/standing-orders/order-contract";
import { ApiError } from "../api-error";
import { FormFailure } from "../forms/form";
import { useActions } from "../forms/use-actions";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { paymentCardName } from "../ui/card-name";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { formatMoment } from "../ui/moment";
import { formatMoney } from "../ui/money";
import { NoticeBanner } from "../ui/notice-banner";
import { RouteLine } from "../ui/route-line";
import { ChangeOrderDialog } from "./change-order-dialog";
import type { OrderCalls } from "./order-calls";
import { orderStates } from "./order-states";
import { failureTextOf } from "./repeat-form";
import { StopOrderDialog } from "./stop-order-dialog";
import { useWords } from "../words/use-words";
import { phrase, type Phrase } from "../words/words";
import { dayText, endText, patternText } from "./repeat-words";

/** How many days are shown at first. */
const FIRST_SHOWN_DAYS = 10;

const occurrenceWords: Record<Exclude<Occurrence["kind"], "booked">, Phrase> = {
  planned: phrase("Will be booked four weeks ahead"),
  cancelled: phrase("Cancelled", "a trip"),
  skipped: phrase("Skipped"),
  holiday: phrase("Public holiday"),
  not_bookable: phrase("No car: please call"),
};

/** Makes a link to a booked trip. */
type TripLink = (id: string, words: ReactNode) => ReactNode;

type OpenDialog = { what: "skip"; occurrence: Occurrence } | { what: "pause" | "end" | "change" };

/** Changes the order, then shows `words`. */
type ChangeOrder = (
  call: () => Promise<StandingOrder>,
  words: (order: StandingOrder) => string,
) => Promise<void>;

/** Repeating trips with their days: skip or restore one day, or change, pause or end all. */
export function OrderScreen({
  calls,
  order: loadedOrder,
  mayChange,
  heldNotice,
  tripLink,
}: {
  calls: OrderCalls;
  order: StandingOrder;
  mayChange: boolean;
  /** Shown if no more trips are booked because the rider may not book. */
  heldNotice: ReactNode;
  tripLink: TripLink;
}) {
  const t = useWords();
  const [order, setOrder] = useState(loadedOrder);
  const [latestOrder, setLatestOrder] = useState(loadedOrder);
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const [unchangedText, setUnchangedText] = useState<string | null>(null);
  const [doneText, setDoneText] = useState("");
  const heading = useRef<HTMLHeadingElement>(null);
  if (latestOrder !== loadedOrder) {
    setLatestOrder(loadedOrder);
    setOrder(loadedOrder);
  }
  const actions = useActions({
    failureTextOf,
    // A 409 means that the page is outdated, because the fees or the order itself have changed.
    onFailed: async (error) => {
      if (error instanceof ApiError && error.status === 409)
        await calls.show(order.id).then(setOrder, () => {});
    },
  });
  const act: ChangeOrder = async (call, words) => {
    setDoneText("");
    setUnchangedText(null);
    await actions.act("change", call, (changed) => {
      setOrder(changed);
      setDoneText(words(changed));
    });
    setOpenDialog(null);
    heading.current?.focus();
  };
  const { id, version } = order;
  const skip = (occurrence: Occurrence) =>
    act(
      () =>
        calls.skip(id, {
          version,
          day: occurrence.day,
          feesMinor: occurrence.reservation?.feeMinor ?? 0,
        }),
      () => t("The trip on {day} is skipped.", { day: dayText(occurrence.day, t) }),
    );
  const isEditable = mayChange && order.state !== "ended";
  return (
    <div className="grid gap-6">
      <OrderHead heading={heading} order={order}>
        {isEditable && (
          <div className="mt-4 flex flex-wrap gap-2">
            <Button onClick={() => setOpenDialog({ what: "change" })} variant="secondary">
              {t("Change")}
            </Button>
            {order.state === "active" ? (
              <Button onClick={() => setOpenDialog({ what: "pause" })} variant="secondary">
                {t("Pause the trips")}
              </Button>
            ) : (
              <Button
                busy={actions.busy}
                onClick={() =>
                  void act(
                    () => calls.resume(id, version),
                    () => t("Trips will be booked again."),
                  )
                }
                variant="secondary"
              >
                {t("Resume the trips")}
              </Button>
            )}
            <Button onClick={() => setOpenDialog({ what: "end" })} variant="secondary">
              {t("End the trips")}
            </Button>
          </div>
        )}
      </OrderHead>
      <p className="text-success-ink empty:hidden" role="status">
        {doneText}
      </p>
      <FormFailure className="empty:hidden" form={{ failure: actions.failure ?? unchangedText }} />
      {order.held && <NoticeBanner tone="warning">{heldNotice}</NoticeBanner>}
      <NextTrips
        busy={actions.busy}
        mayChange={isEditable}
        onSkip={(occurrence) =>
          occurrence.kind === "booked"
            ? setOpenDialog({ what: "skip", occurrence })
            : void skip(occurrence)
        }
        onUnskip={({ day }) =>
          void act(
            () => calls.unskip(id, { version, day }),
            () => t("The trip on {day} is restored.", { day: dayText(day, t) }),
          )
        }
        order={order}
        tripLink={tripLink}
      />
      {openDialog && (
        <OrderDialog
          act={act}
          openDialog={openDialog}
          busy={actions.busy}
          calls={calls}
          onClose={() => setOpenDialog(null)}
          onSkip={skip}
          onUnchanged={setUnchangedText}
          order={order}
        />
      )}
    </div>
  );
}

/** The pattern and the end of the repeating trips, with the actions below. */
function OrderHead({
  order,
  heading,
  children,
}: {
  order: StandingOrder;
  heading: RefObject<HTMLHeadingElement | null>;
  children: ReactNode;
}) {
  const t = useWords();
  return (
    <Card>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
        <h2
          className="min-w-0 flex-1 rounded-sm font-semibold text-lg outline-none"
          ref={heading}
          tabIndex={-1}
        >
          {patternText(order, t)}
        </h2>
        <Badge tone={orderStates[order.state].tone}>
          {t.known(orderStates[order.state].words, "repeating trips")}
        </Badge>
      </div>
      <p className="mb-4 text-ink-muted">
        {t("From {day}, {end}. {name}.", {
          day: dayText(order.startsOn, t),
          end: endText(order.end, t),
          name: t.known(order.vehicleClass.name, "name"),
        })}
      </p>
      <RouteLine dropoff={order.dropoff} pickup={order.pickup} />
      {order.card && (
        <p className="mt-4">
          {t("Each trip is paid with {card} or by payment link.", {
            card: paymentCardName(order.card),
          })}
        </p>
      )}
      {children}
    </Card>
  );
}

/** Asks for confirmation before it cancels or changes anything. */
function OrderDialog({
  openDialog,
  order,
  calls,
  busy,
  act,
  onSkip,
  onUnchanged,
  onClose,
}: {
  openDialog: OpenDialog;
  order: StandingOrder;
  calls: OrderCalls;
  busy: boolean;
  act: ChangeOrder;
  onSkip: (on: Occurrence) => Promise<void>;
  /** Called with a text that lists the bookings that did not change. */
  onUnchanged: (words: string) => void;
  onClose: () => void;
}) {
  const t = useWords();
  const { id, version, currency } = order;
  if (openDialog.what === "skip")
    return (
      <ConfirmDialog
        busy={busy}
        busyLabel={t("Cancelling...")}
        cancelLabel={t("Keep the trip")}
        confirmLabel={t("Skip this day")}
        danger
        onClose={onClose}
        onConfirm={() => void onSkip(openDialog.occurrence)}
        open
        title={t("Skip the trip on {day}?", { day: dayText(openDialog.occurrence.day, t) })}
      >
        {(openDialog.occurrence.reservation?.feeMinor ?? 0) > 0
          ? t("This cancels the booking. Cancelling this late costs {fee}.", {
              fee: formatMoney(openDialog.occurrence.reservation?.feeMinor ?? 0, currency, t),
            })
          : t("This cancels the booking, at no cost.")}
      </ConfirmDialog>
    );
  if (openDialog.what === "change")
    return (
      <ChangeOrderDialog
        busy={busy}
        onChange={(json) =>
          void act(
            async () => {
              const answer = await calls.change(id, { ...json, version });
              if (answer.unchanged.length > 0)
                onUnchanged(
                  t("These bookings are unchanged: {trips}. Change them one by one, or call us.", {
                    trips: t.list(answer.unchanged.map(String)),
                  }),
                );
              return answer.standingOrder;
            },
            () => t("These repeating trips have been changed."),
          )
        }
        onClose={onClose}
        order={order}
      />
    );
  const booked = order.occurrences.filter(
    ({ kind, reservation }) => kind === "booked" && reservation?.cancellable,
  );
  return (
    <StopOrderDialog
      booked={booked}
      busy={busy}
      currency={currency}
      onClose={onClose}
      onStop={(cancelTrips, feesMinor) =>
        void act(
          () =>
            calls[openDialog.what === "end" ? "end" : "pause"](id, {
              version,
              cancelTrips,
              feesMinor,
            }),
          ({ state }) =>
            state === "ended"
              ? t("These repeating trips have ended.")
              : t("These repeating trips are paused."),
        )
      }
      what={openDialog.what}
    />
  );
}

function DayButton({
  occurrence,
  busy,
  onSkip,
  onUnskip,
}: {
  occurrence: Occurrence;
  busy: boolean;
  onSkip: () => void;
  /** Restores a skipped day; null while the order is paused. */
  onUnskip: (() => void) | null;
}) {
  const t = useWords();
  if (occurrence.kind === "holiday") return null;
  if (occurrence.kind === "booked" || occurrence.kind === "planned")
    return occurrence.kind === "booked" && !occurrence.reservation?.cancellable ? null : (
      <Button
        aria-label={t("Skip {day}", { day: dayText(occurrence.day, t) })}
        disabled={busy}
        onClick={onSkip}
        size="small"
        variant="quiet"
      >
        {t("Skip")}
      </Button>
    );
  return (
    onUnskip && (
      <Button
        aria-label={t("Restore {day}", { day: dayText(occurrence.day, t) })}
        disabled={busy}
        onClick={onUnskip}
        size="small"
        variant="quiet"
      >
        {t("Restore")}
      </Button>
    )
  );
}

/** The upcoming days, each with its state. */
function NextTrips({
  order,
  mayChange,
  busy,
  tripLink,
  onSkip,
  onUnskip,
}: {
  order: StandingOrder;
  mayChange: boolean;
  busy: boolean;
  tripLink: TripLink;
  onSkip: (on: Occurrence) => void;
  onUnskip: (on: Occurrence) => void;
}) {
  const t = useWords();
  const [showsAll, setShowsAll] = useState(false);
  return (
    <Card flush>
      <h3 className="px-4 pt-4 font-semibold sm:px-6">{t("Next trips")}</h3>
      {order.occurrences.length === 0 ? (
        <p className="px-4 pt-1 pb-4 text-ink-muted sm:px-6">
          {order.state === "active" ? t("There are no upcoming trips.") : t("No trips are booked.")}
        </p>
      ) : (
        <ul className="mt-2 divide-y divide-line">
          {(showsAll ? order.occurrences : order.occurrences.slice(0, FIRST_SHOWN_DAYS)).map(
            (occurrence) => (
              <li
                className="flex min-h-14 items-center gap-x-4 px-4 py-2 sm:px-6"
                key={occurrence.day}
              >
                <Day occurrence={occurrence} order={order} tripLink={tripLink} />
                {mayChange && (
                  <DayButton
                    busy={busy}
                    occurrence={occurrence}
                    onSkip={() => onSkip(occurrence)}
                    onUnskip={order.state === "active" ? () => onUnskip(occurrence) : null}
                  />
                )}
              </li>
            ),
          )}
        </ul>
      )}
      {!showsAll && order.occurrences.length > FIRST_SHOWN_DAYS && (
        <p className="border-line border-t px-2 py-2 sm:px-4">
          <Button onClick={() => setShowsAll(true)} variant="quiet">
            {t("Show {n} more", { n: order.occurrences.length - FIRST_SHOWN_DAYS })}
          </Button>
        </p>
      )}
      {order.more && (showsAll || order.occurrences.length <= FIRST_SHOWN_DAYS) && (
        <p className="px-4 py-3 text-ink-muted text-sm sm:px-6">{t("More trips follow.")}</p>
      )}
    </Card>
  );
}

/** A day with its time, and whether its trip is booked. */
function Day({
  occurrence,
  order: { currency, timeZone },
  tripLink,
}: {
  occurrence: Occurrence;
  order: StandingOrder;
  tripLink: TripLink;
}) {
  const t = useWords();
  return (
    <span className="min-w-0 flex-1">
      <span
        className={
          occurrence.kind === "booked" || occurrence.kind === "planned"
            ? "font-medium tabular-nums"
            : "text-ink-muted tabular-nums line-through"
        }
      >
        {formatMoment(occurrence.pickupAt, timeZone, "date-time", t)}
      </span>
      <span className="flex flex-wrap items-center gap-x-3 text-ink-muted text-sm">
        {occurrence.kind === "booked" && occurrence.reservation
          ? tripLink(
              occurrence.reservation.id,
              t("Booking {number}", { number: occurrence.reservation.number }),
            )
          : occurrence.kind === "booked"
            ? ""
            : t.of(occurrenceWords[occurrence.kind])}
        {occurrence.fareMinor !== null &&
          (occurrence.kind === "booked" || occurrence.kind === "planned") && (
            <span className="tabular-nums">{formatMoney(occurrence.fareMinor, currency, t)}</span>
          )}
        {occurrence.moved && <span>{t("The clocks go forward that night.")}</span>}
      </span>
    </span>
  );
}
