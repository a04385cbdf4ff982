import { Link, useRouter } from "@tanstack/react-router";
import type { Reservation } from "../../../src/reservations/contract";
import { isOver } from "../../../src/reservations/rules";
import { type Api, read } from "../../api";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { LazyPopup } from "../../ui/dialogs";
import { formatMoment } from "../../ui/moment";
import { StateBadge } from "../../ui/state-badge";
import { useTripActions } from "./trip-actions";
import { useWords } from "../../words/use-words";

/** The other leg of a return booking, and the button to call for a return trip that waits. */
export function OtherLeg({ api, trip }: { api: Api; trip: Reservation }) {
  const t = useWords();
  const { otherLeg: other } = trip;
  const isWaiting = trip.willCall && !isOver(trip.state);
  if (!other && !isWaiting) return null;
  return (
    <Card>
      {isWaiting && <ReadyButton api={api} trip={trip} />}
      {other && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <Link
            className="inline-flex min-h-11 items-center font-medium text-accent-text underline underline-offset-4"
            params={{ id: other.id }}
            to="/trips/$id"
          >
            {other.leads === "back"
              ? t("Return trip, trip {number}", { number: other.number })
              : t("Outbound trip, trip {number}", { number: other.number })}
          </Link>
          <StateBadge state={other.state} viewer="rider" />
          <span className="w-full text-ink-muted text-sm">
            {other.willCall && !isOver(other.state)
              ? t("Waiting for your call.")
              : `${formatMoment(other.pickupAt, trip.timeZone, "weekday", t)}${t.known(", ")}${formatMoment(other.pickupAt, trip.timeZone, "time")}`}
          </span>
        </div>
      )}
    </Card>
  );
}

/** The button for a passenger who is ready for the return trip. */
function ReadyButton({ api, trip }: { api: Api; trip: Reservation }) {
  const t = useWords();
  const router = useRouter();
  const { act, busy, failure, clear } = useTripActions();
  const call = () => {
    const [param, json] = [{ id: trip.id }, { version: trip.version }];
    return act(
      "call",
      () => read(api.reservations[":id"].call.$post({ param, json })),
      () => router.invalidate(),
    );
  };
  return (
    <div className="mb-3 grid gap-2">
      <Button busy={busy} busyLabel={t("Calling...")} onClick={() => void call()} size="large" wide>
        {t("I’m ready")}
      </Button>
      <p className="text-ink-muted text-sm">
        {t("Press “I’m ready” when you are ready to go, and we’ll send the next car.")}
      </p>
      <LazyPopup kind="error" onClose={clear} open={failure !== null}>
        {failure}
      </LazyPopup>
    </div>
  );
}
