import { useCallback, useEffect, useState } from "react";
import type { Reservation } from "../../src/reservations/contract";
import type { NoShowEvidence as Evidence } from "../../src/reservations/waiting/no-show-contract";
import { attemptWords } from "../../src/reservations/waiting/no-show-rules";
import type { Settings } from "../../src/settings/contract";
import { LazyMapView } from "../map/lazy-map-view";
import { tripPins } from "../map/trip-pins";
import { Button } from "../ui/button";
import { DefinitionList, type Fact } from "../ui/definition-list";
import { Dialog } from "../ui/dialog";
import { formatDistance } from "../ui/measure";
import { Moment } from "../ui/moment";
import { failureText, LeftPageError, useOffice } from "../office/calls";
import { reservationUpdates } from "../office/live/updates";
import { Part } from "../office/panel-part";

/**
 * The driver's evidence of a no-show: position, contact attempts and photo. Renders nothing if dispatch reported it.
 */
export default function NoShowEvidence({ reservation }: { reservation: Reservation }) {
  const { id } = reservation;
  const { api, call, settings } = useOffice();
  const [evidence, setEvidence] = useState<Evidence | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isPhotoOpen, setIsPhotoOpen] = useState(false);
  const load = useCallback(async () => {
    try {
      const answer = await call(api.admin.reservations[":id"]["no-show"].$get({ param: { id } }));
      setEvidence(answer.evidence);
      setFailure(null);
    } catch (error) {
      if (!(error instanceof LeftPageError)) setFailure(failureText(error));
    }
  }, [api, call, id]);
  useEffect(() => void load(), [load]);
  // The photo arrives after the driver's step, so its event loads the evidence again.
  reservationUpdates.useUpdates((news) => {
    if (news === null || news.id === id) void load();
  });
  if (failure !== null)
    return (
      <Part title="No-show">
        <p className="flex items-center justify-between gap-3" role="alert">
          <span className="text-danger-ink">{failure}</span>
          <Button onClick={() => void load()} size="small" variant="secondary">
            Try again
          </Button>
        </p>
      </Part>
    );
  if (!evidence) return null;
  const { position, photo } = evidence;
  return (
    <Part title="No-show">
      <DefinitionList dense facts={factsOf(evidence, settings)} />
      {position && (
        <div className="mt-3">
          <LazyMapView
            className="h-40"
            label="Where the driver was"
            pins={[
              ...tripPins(reservation).filter(({ kind }) => kind === "pickup"),
              { kind: "stop", name: "The driver", ...position },
            ]}
          />
        </div>
      )}
      {photo && (
        <>
          <button
            className="mt-3 block w-full overflow-hidden rounded-md focus-visible:outline-2 focus-visible:outline-focus"
            onClick={() => setIsPhotoOpen(true)}
            type="button"
          >
            <img
              alt="What the driver saw at the pickup. Press to enlarge."
              className="max-h-48 w-full bg-surface-sunken object-cover"
              src={photo}
            />
          </button>
          <Dialog
            onClose={() => setIsPhotoOpen(false)}
            open={isPhotoOpen}
            title="Photo of the place"
            wide
          >
            <img
              alt="What the driver saw at the pickup"
              className="mx-auto mt-2 max-h-[70dvh] object-contain"
              src={photo}
            />
          </Dialog>
        </>
      )}
    </Part>
  );
}

function factsOf(
  { declaredAt, driver, position, distanceMeters, called, messages, photo }: Evidence,
  { distanceUnit }: Settings,
): Fact[] {
  const accuracy = position
    ? `, accurate to ${Math.max(1, Math.round(position.accuracyMeters))} m`
    : "";
  const facts: (Fact | false)[] = [
    { name: "Reported", value: <Moment at={declaredAt} /> },
    { name: "By", value: driver.name },
    {
      name: "Position",
      value: !position
        ? "Not shared"
        : distanceMeters === null
          ? `Shared${accuracy}`
          : `${distanceText(distanceMeters, distanceUnit)} from the pickup${accuracy}`,
    },
    { name: "Contact attempts", value: capitalize(attemptWords(called, messages)) },
    photo === null && { name: "Photo", value: "None" },
  ];
  return facts.filter((fact) => fact !== false);
}

function capitalize(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

function distanceText(meters: number, unit: "km" | "mi"): string {
  return meters < 1_000 ? `${meters} m` : formatDistance(meters, unit);
}
