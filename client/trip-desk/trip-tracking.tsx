import { durationText } from "../../src/fares/money-rules";
import { useState } from "react";
import type { ReservationState } from "../../src/reservations/contract";
import { straightMeters } from "../../src/routing/rules";
import type { ReservationTracking } from "../../src/tracking/contract";
import { isTracked } from "../../src/reservations/links/link-rules";
import { ageWords, minutesTo, useServerTime } from "../ui/server-time";
import { Button } from "../ui/button";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { DefinitionList, type Fact } from "../ui/definition-list";
import { formatDistance } from "../ui/measure";
import { formatMoment } from "../ui/moment";
import { Part } from "../office/panel-part";
import type { TripTrackingState } from "./use-trip-tracking";
import { useOffice } from "../office/calls";

/** The car's position, its arrival and the state of the rider's link. Renders nothing without a position or link. */
export function TripTracking({
  tripTracking,
  state,
  distanceUnit,
  mayRevoke,
}: {
  tripTracking: TripTrackingState;
  state: ReservationState;
  distanceUnit: "km" | "mi";
  mayRevoke: boolean;
}) {
  const { timeZone } = useOffice();
  const { tracking, failure, reload, isRevoking, revoke } = tripTracking;
  const [isDialogOpen, setDialogOpen] = useState(false);
  const now = useServerTime(tracking?.now ?? "1970-01-01T00:00:00.000Z");
  if (failure !== null)
    return (
      <Part title="Tracking">
        <p className="flex items-center justify-between gap-3" role="alert">
          <span className="text-danger-ink">{failure}</span>
          <Button onClick={() => void reload()} size="small" variant="secondary">
            Try again
          </Button>
        </p>
      </Part>
    );
  if (!tracking) return null;
  const { link } = tracking;
  const facts = [
    ...(isTracked(state) ? positionFacts(tracking, now, timeZone) : []),
    ...drivenDistanceFacts(tracking, timeZone, distanceUnit),
    ...(link ? [{ name: "Link", value: linkWords(link, timeZone) }] : []),
  ];
  if (facts.length === 0) return null;
  return (
    <Part title="Tracking">
      <DefinitionList dense facts={facts} />
      {link?.state === "active" && mayRevoke && (
        <Button
          busy={isRevoking}
          className="mt-2"
          onClick={() => setDialogOpen(true)}
          size="small"
          variant="secondary"
        >
          Revoke link
        </Button>
      )}
      <ConfirmDialog
        cancelLabel="Keep link"
        confirmLabel="Revoke link"
        danger
        onClose={() => setDialogOpen(false)}
        onConfirm={() => {
          setDialogOpen(false);
          void revoke();
        }}
        open={isDialogOpen}
        title="Revoke the tracking link?"
      >
        The link stops working now for everyone who has it. The rider can create a new one.
      </ConfirmDialog>
    </Part>
  );
}

function positionFacts(
  { position, arrival }: ReservationTracking,
  now: number,
  timeZone: string,
): Fact[] {
  if (!position) return [{ name: "Position", value: "Not known yet" }];
  const lastSeenText = ageWords(now - Date.parse(position.recordedAt));
  return [
    {
      name: "Position",
      value: `Seen ${lastSeenText}, accurate to ${Math.ceil(position.accuracyMeters)} m`,
    },
    ...(arrival
      ? [
          {
            name: arrival.estimate ? "Arrives (estimate)" : "Arrives",
            value: `${formatMoment(arrival.at, timeZone, "time")}, in ${durationText(minutesTo(arrival, now))}`,
          },
        ]
      : []),
  ];
}

/** Returns the driven distance. The track is thinned, so the length is approximate. */
function drivenDistanceFacts(
  { track }: ReservationTracking,
  timeZone: string,
  distanceUnit: "km" | "mi",
): Fact[] {
  const [firstPosition] = track;
  const lastPosition = track.at(-1);
  if (!firstPosition || !lastPosition || track.length < 2) return [];
  const time = (at: string) => formatMoment(at, timeZone, "time");
  const length = formatDistance(straightMeters(track), distanceUnit);
  return [
    {
      name: "Distance driven",
      value: `About ${length}, from ${time(firstPosition.recordedAt)} to ${time(lastPosition.recordedAt)}`,
    },
  ];
}

function linkWords(link: NonNullable<ReservationTracking["link"]>, timeZone: string): string {
  const time = (at: string) => formatMoment(at, timeZone, "date-time");
  if (link.state === "revoked") {
    const revokedText =
      link.revokedBy === null
        ? "Revoked"
        : link.revokedBy === "rider"
          ? "Revoked by the rider"
          : "Revoked by dispatch";
    return link.revokedAt ? `${revokedText}, ${time(link.revokedAt)}` : revokedText;
  }
  if (link.state === "expired") return "Expired";
  const creatorText = link.createdBy === "rider" ? "Created by the rider" : "Sent to the rider";
  const untilText = link.expiresAt ? time(link.expiresAt) : "two hours after the trip";
  return `${creatorText}, ${time(link.createdAt)}. The link works until ${untilText}.`;
}
