import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { read } from "../api";
import { ApiError } from "../api-error";
import { Button } from "../ui/button";
import { useWords } from "../words/use-words";

/** The shortest time between two sent positions, in ms. */
const SEND_INTERVAL_MS = 10_000;

/** Sends the phone's position during the trip, if the phone's owner agrees. */
export function SharePosition({ token }: { token: string }) {
  const t = useWords();
  const { api } = useRouter().options.context;
  const [sharing, setSharing] = useState<"off" | "on" | "refused">("off");
  useEffect(() => {
    if (sharing !== "on") return;
    const { geolocation } = navigator;
    if (!geolocation) return setSharing("refused");
    let sentAt = 0;
    // How far the phone's clock is ahead of the server's, whose time is used.
    let clockAheadMs = 0;
    const send = async ({ coords, timestamp }: GeolocationPosition) => {
      if (Date.now() - sentAt < SEND_INTERVAL_MS) return;
      sentAt = Date.now();
      const position = {
        latitude: coords.latitude,
        longitude: coords.longitude,
        accuracyMeters: coords.accuracy,
        ...(coords.heading !== null && { headingDegrees: coords.heading }),
        ...(coords.speed !== null && { speedMps: coords.speed }),
        recordedAt: new Date(timestamp - clockAheadMs).toISOString(),
      };
      try {
        const path = api.affiliate[":token"].positions;
        const { now } = await read(
          path.$post({ param: { token }, json: { positions: [position] } }),
        );
        clockAheadMs = Date.now() - Date.parse(now);
      } catch (error) {
        // A 409 means that the trip has ended. Without a network, the next position is sent again.
        if (error instanceof ApiError && error.status === 409) setSharing("off");
      }
    };
    const watchId = geolocation.watchPosition(
      (position) => void send(position),
      ({ code }) => {
        if (code === 1) setSharing("refused");
      },
      { enableHighAccuracy: true, maximumAge: 5_000 },
    );
    return () => geolocation.clearWatch(watchId);
  }, [api, token, sharing]);
  return (
    <div className="grid gap-2">
      <Button
        onClick={() => setSharing(sharing === "on" ? "off" : "on")}
        type="button"
        variant="secondary"
        wide
      >
        {sharing === "on" ? t("Stop sharing the position") : t("Share the position")}
      </Button>
      <p className="text-ink-muted text-sm" role="status">
        {sharing === "refused"
          ? t(
              "This phone does not share its position. Allow location access in the browser’s settings.",
            )
          : sharing === "on"
            ? t("The passenger sees where the car is. Keep this page open.")
            : t("The passenger will see where the car is.")}
      </p>
    </div>
  );
}
