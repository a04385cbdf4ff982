import { Link, useNavigate } from "@tanstack/react-router";
import { CalendarPlus, FileText, Phone, Repeat2, RotateCcw, Undo2 } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import type { Reservation } from "../../../src/reservations/contract";
import { isChangeable } from "../../../src/reservations/change-rules";
import { receiptTotal } from "../../../src/reservations/papers/receipt-rules";
import { canMove, isOver, mayRepeat, stays } from "../../../src/reservations/rules";
import type { Settings } from "../../../src/settings/contract";
import type { Api } from "../../api";
import { Button } from "../../ui/button";
import { RepeatTripButton } from "../../repeating/repeat-trip-button";
import { buttonStyle } from "../../ui/button-style";
import { Card } from "../../ui/card";
import { LazyPopup } from "../../ui/dialogs";
import { CancelTrip } from "./cancel-trip";
import { useChangeTrip } from "./use-change-trip";
import { isRepeatable, leaveDraftLike } from "./repeat-trip";
import { useWords } from "../../words/use-words";
import { PaperLink } from "../../ui/paper-link";

/** What a rider can do with a trip, and take with them of it. */
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
  const files = `/backend/reservations/${trip.id}`;
  const { button, form, done } = useChangeTrip(api, trip);
  const startsAt = Date.parse(trip.startsAt);
  const mayChange = isChangeable({ state: trip.state, startsAt }, Date.now());
  const changing = mayChange && form !== null;
  const heading = useRef<HTMLHeadingElement>(null);
  const wasChanging = useRef(false);
  useEffect(() => {
    // The button that opened the form went away with it.
    if (wasChanging.current && !changing) heading.current?.focus();
    wasChanging.current = changing;
  }, [changing]);
  if (changing) return form;
  const book = async (way: "again" | "back") => {
    setFailed(false);
    try {
      await leaveDraftLike(trip, way);
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
        {done && t("Your trip is changed.")}
      </p>
      <LazyPopup kind="error" onClose={() => setFailed(false)} open={failed}>
        {t("The booking form could not be loaded. Please check your connection and try again.")}
      </LazyPopup>
      <div className="option-rows">
        {receiptTotal(trip) !== null && (
          <PaperLink className={buttonStyle("quiet")} href={`${files}/receipt.pdf`}>
            <FileText aria-hidden="true" size={20} />
            {t("Receipt (PDF)")}
          </PaperLink>
        )}
        {mayChange && button}
        {!isOver(trip.state) && !trip.willCall && (
          <a className={buttonStyle("quiet")} download href={`${files}/trip.ics`}>
            <CalendarPlus aria-hidden="true" size={20} />
            {t("Add to calendar")}
          </a>
        )}
        {isRepeatable(trip) && (
          <>
            {isOver(trip.state) && (
              <Button
                icon={<RotateCcw aria-hidden="true" size={20} />}
                onClick={() => void book("again")}
                variant="quiet"
              >
                {t("Book again")}
              </Button>
            )}
            {!stays(trip) && !trip.otherWay && (
              <Button
                icon={<Undo2 aria-hidden="true" size={20} />}
                onClick={() => void book("back")}
                variant="quiet"
              >
                {t("Book the way back")}
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
          mayRepeat(trip) && (
            <RepeatTripButton
              loadCalls={({ riderCalls }) => riderCalls(api)}
              onRepeated={({ id }) => void navigate({ to: "/trips/repeating/$id", params: { id } })}
              trip={trip}
            />
          )
        )}
        {/* With a driver the calls stand with the messages. */}
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
