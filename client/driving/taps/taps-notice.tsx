import { Link, useParams } from "@tanstack/react-router";
import { Button } from "../../ui/button";
import { buttonStyle } from "../../ui/button-style";
import { NoticeBanner } from "../../ui/notice-banner";
import { useTaps } from "./taps";
import { useWords } from "../../words/use-words";

/** Shows on every screen how many taps wait on this phone, and which trips have refused ones. */
export function TapsNotice() {
  const t = useWords();
  const { taps, isOffline, discard } = useTaps();
  const currentTripId = useParams({ strict: false, select: ({ id }) => id });
  const waitingCount = taps.filter(({ refusal }) => refusal === null).length;
  const refusedTaps = taps.filter(
    ({ refusal, tripId }) => refusal && (refusal.gone || tripId !== currentTripId),
  );
  return (
    <>
      {isOffline && waitingCount > 0 && (
        <NoticeBanner tone="warning">
          {t.count(
            waitingCount,
            "{n} update is saved on this phone and will be sent when you are back online.",
            "{n} updates are saved on this phone and will be sent when you are back online.",
          )}
        </NoticeBanner>
      )}
      {refusedTaps.map(({ seq, tripId, number, refusal }) => (
        <NoticeBanner
          action={
            refusal?.gone ? (
              <Button onClick={() => void discard(tripId)} variant="secondary">
                {t("Dismiss")}
              </Button>
            ) : (
              <Link
                className={buttonStyle("secondary")}
                params={{ id: tripId }}
                to="/driver/dashboard/trips/$id"
              >
                {t("Open trip")}
              </Link>
            )
          }
          key={seq}
          tone="warning"
        >
          {t("Trip {number}: some of your updates were not accepted. {reason}", {
            number,
            reason: refusal?.words ?? "",
          })}
        </NoticeBanner>
      ))}
    </>
  );
}
