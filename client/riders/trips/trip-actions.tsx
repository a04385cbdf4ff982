import { Link, useNavigate, useRouter } from "@tanstack/react-router";
import { CalendarPlus, CircleX, FileText, Phone, Repeat2, RotateCcw, Undo2 } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import type {
  CancellationPreview,
  CancelReservation,
  Reservation,
} from "../../../src/reservations/contract";
import { isChangeable } from "../../../src/reservations/change-rules";
import { receiptTotal } from "../../../src/reservations/papers/receipt-rules";
import { canMove, isOver, canRepeat, endsAtPickup } from "../../../src/reservations/rules";
import type { Settings } from "../../../src/settings/contract";
import { type Api, read } from "../../api";
import { lazy, usePreload } from "../../lazy";
import { ApiError } from "../../api-error";
import { useActions } from "../../forms/use-actions";
import { Button } from "../../ui/button";
import { RepeatTripButton } from "../../repeating/repeat-trip-button";
import { buttonStyle } from "../../ui/button-style";
import { Card } from "../../ui/card";
import { LazyPopup } from "../../ui/dialogs";
import { useChangeTrip } from "./use-change-trip";
import { isRepeatable, saveRepeatDraft } from "./repeat-trip";
import { useWords } from "../../words/use-words";
import { PdfLink } from "../../ui/pdf-link";

const CancelDialog = lazy(async () => (await import("./cancel-dialog")).default);

/** The rider's actions on a trip, and its downloads. */
export function TripActions({
  api,
  trip,
  settings,
}: {
  api: Api;
  trip: Reservation;
  settings: Settings;
}) {
  const t = useWords();
  const headingId = useId();
  const navigate = useNavigate();
  const [failed, setFailed] = useState(false);
  const filesPath = `/backend/reservations/${trip.id}`;
  const { button, form, done } = useChangeTrip(api, trip);
  const startsAt = Date.parse(trip.startsAt);
  const canChange = isChangeable({ state: trip.state, startsAt }, Date.now());
  const isChanging = canChange && form !== null;
  const heading = useRef<HTMLHeadingElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    // When the form closes, the button that opened it no longer exists, so the heading gets the focus.
    if (wasEditing.current && !isChanging) heading.current?.focus();
    wasEditing.current = isChanging;
  }, [isChanging]);
  if (isChanging) return form;
  const startBooking = async (way: "again" | "back") => {
    setFailed(false);
    try {
      await saveRepeatDraft(trip, way);
    } catch {
      return setFailed(true);
    }
    await navigate({ to: "/booking", search: { step: "when" } });
  };
  return (
    <Card aria-labelledby={headingId} role="region">
      <h2
        className="mb-3 rounded-sm font-semibold text-lg outline-none"
        id={headingId}
        ref={heading}
        tabIndex={-1}
      >
        {t("Your options")}
      </h2>
      <p className="text-success-ink not-empty:mb-3" role="status">
        {done && t("Your trip has been changed.")}
      </p>
      <LazyPopup kind="error" onClose={() => setFailed(false)} open={failed}>
        {t("The booking form could not be loaded. Please check your connection and try again.")}
      </LazyPopup>
      <div className="option-rows">
        {receiptTotal(trip) !== null && (
          <PdfLink className={buttonStyle("quiet")} href={`${filesPath}/receipt.pdf`}>
            <FileText aria-hidden="true" size={20} />
            {t("Receipt (PDF)")}
          </PdfLink>
        )}
        {canChange && button}
        {!isOver(trip.state) && !trip.willCall && (
          <a className={buttonStyle("quiet")} download href={`${filesPath}/trip.ics`}>
            <CalendarPlus aria-hidden="true" size={20} />
            {t("Add to calendar")}
          </a>
        )}
        {isRepeatable(trip) && (
          <>
            {isOver(trip.state) && (
              <Button
                icon={<RotateCcw aria-hidden="true" size={20} />}
                onClick={() => void startBooking("again")}
                variant="quiet"
              >
                {t("Book again")}
              </Button>
            )}
            {!endsAtPickup(trip) && !trip.otherLeg && (
              <Button
                icon={<Undo2 aria-hidden="true" className="rtl:-scale-x-100" size={20} />}
                onClick={() => void startBooking("back")}
                variant="quiet"
              >
                {t("Book return trip")}
              </Button>
            )}
          </>
        )}
        {trip.standingOrderId ? (
          <Link
            className={buttonStyle("quiet")}
            params={{ id: trip.standingOrderId }}
            to="/trips/repeating/$id"
          >
            <Repeat2 aria-hidden="true" size={20} />
            {t("Repeating trips")}
          </Link>
        ) : (
          canRepeat(trip) && (
            <RepeatTripButton
              loadCalls={({ riderCalls }) => riderCalls(api)}
              onRepeated={({ id }) => void navigate({ to: "/trips/repeating/$id", params: { id } })}
              trip={trip}
            />
          )
        )}
        {/* If there is a driver, the phone links are beside the messages. */}
        {settings.phone && !trip.driver && (
          <a className={buttonStyle("quiet")} href={`tel:${settings.phone}`}>
            <Phone aria-hidden="true" size={20} />
            {t("Call us")}
          </a>
        )}
        {canMove(trip.state, "cancelled") && <CancelTrip api={api} trip={trip} />}
      </div>
    </Card>
  );
}

/** The button that cancels a trip. It shows the fee first. */
function CancelTrip({ api, trip }: { api: Api; trip: Reservation }) {
  const t = useWords();
  const router = useRouter();
  const param = { id: trip.id };
  const [preview, setPreview] = useState<CancellationPreview | null>(null);
  const { act, acting, failure, clear } = useTripActions(() => setPreview(null));
  usePreload(CancelDialog);

  const loadPreview = () =>
    act("ask", async () => {
      const loadedPreview = await read(api.reservations[":id"].cancellation.$get({ param }));
      if (loadedPreview.allowed) return setPreview(loadedPreview);
      const words = t("This trip can no longer be cancelled here. Please call us.");
      throw new ApiError(409, "reservation.not_cancellable", words);
    });
  const cancel = (json: CancelReservation) =>
    act(
      "cancel",
      () => read(api.reservations[":id"].cancellation.$post({ param, json })),
      () => {
        setPreview(null);
        return router.invalidate();
      },
    );

  return (
    <>
      <Button
        busy={acting === "ask"}
        data-grave=""
        icon={<CircleX aria-hidden="true" size={20} />}
        onClick={() => void loadPreview()}
        variant="quiet"
      >
        {t("Cancel trip")}
      </Button>
      {preview && (
        <CancelDialog
          busy={acting === "cancel"}
          onCancel={(body) => void cancel(body)}
          onClose={() => setPreview(null)}
          preview={preview}
          trip={trip}
        />
      )}
      <LazyPopup kind="error" onClose={clear} open={failure !== null}>
        {failure}
      </LazyPopup>
    </>
  );
}

/** Runs a rider's actions on a trip. After any refusal, calls `onFailed` and reloads the trip. */
export function useTripActions(onFailed?: () => void) {
  const t = useWords();
  const router = useRouter();
  return useActions({
    failureTextOf: (error) => {
      if (!(error instanceof ApiError)) throw error;
      return error.code === "reservation.stale"
        ? t("Your trip has just changed. Please check it again.")
        : error.message;
    },
    onFailed: () => {
      onFailed?.();
      return router.invalidate();
    },
  });
}
