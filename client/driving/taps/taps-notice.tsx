import { Link, useParams } from "@tanstack/react-router";
import { Button } from "../../ui/button";
import { buttonStyle } from "../../ui/button-style";
import { NoticeBanner } from "../../ui/notice-banner";
import { useTaps } from "./taps";

/** Says on every screen what waits on this phone, and which trips wait for the driver. */
export function TapsNotice() {
  const { taps, away, discard } = useTaps();
  const here = useParams({ strict: false, select: ({ id }) => id });
  const waiting = taps.filter(({ refusal }) => refusal === null).length;
  const stops = taps.filter(({ refusal, tripId }) => refusal && (refusal.gone || tripId !== here));
  return (
    <>
      {away && waiting > 0 && (
        <NoticeBanner tone="warning">
          {waiting === 1
            ? "1 tap is saved on this phone and will be sent as soon as there is a network."
            : `${waiting} taps are saved on this phone and will be sent as soon as there is a network.`}
        </NoticeBanner>
      )}
      {stops.map(({ seq, tripId, number, refusal }) => (
        <NoticeBanner
          action={
            refusal?.gone ? (
              <Button onClick={() => void discard(tripId)} variant="secondary">
                Understood
              </Button>
            ) : (
              <Link
                className={buttonStyle("secondary")}
                params={{ id: tripId }}
                to="/driver/dashboard/trips/$id"
              >
                Read it
              </Link>
            )
          }
          key={seq}
          tone="warning"
        >
          {`Trip ${number}: not everything that you tapped was done. ${refusal?.words ?? ""}`}
        </NoticeBanner>
      ))}
    </>
  );
}
