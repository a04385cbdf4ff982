import { useState } from "react";
import { lazy } from "../lazy";
import type { MapPoint } from "../map/shown";
import { Button } from "../ui/button";
import type { PlaceInWords } from "./draft";
import { useWords } from "../words/use-words";

/** The map comes when it is asked for: few trips need it. */
const PointPicker = lazy(async () => (await import("../map/point-picker")).PointPicker, {
  pending: function PickerPending() {
    const t = useWords();
    return <Instead words={t("Loading the map…")} />;
  },
  failed: function PickerFailed() {
    const t = useWords();
    return <Instead words={t("The map could not be loaded. Your words are enough.")} />;
  },
});

function Instead({ words }: { words: string }) {
  return (
    <p className="mt-2 text-ink-muted text-sm" role="status">
      {words}
    </p>
  );
}

/**
 * Under a place in the rider's own words: what becomes of it, and a map to show where it is. With a
 * pin it has its price at once.
 */
export function PinPlace({
  place,
  near,
  onPin,
}: {
  place: PlaceInWords;
  /** Where to look at first: another place of the trip. */
  near: MapPoint | null;
  /** Null takes the pin away. */
  onPin: (point: MapPoint | null) => void;
}) {
  const t = useWords();
  const [open, setOpen] = useState(false);
  const { latitude, longitude } = place;
  const point = latitude === null || longitude === null ? null : { latitude, longitude };
  return (
    <div className="mt-2">
      <p className="text-ink-muted text-sm">
        {point
          ? t("Pinned at {latitude}, {longitude}.", {
              latitude: point.latitude,
              longitude: point.longitude,
            })
          : t("Dispatch will confirm the place and the price.")}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          size="small"
          variant="secondary"
        >
          {open ? t("Close the map") : point ? t("Move the pin") : t("Show it on the map")}
        </Button>
        {point && (
          <Button onClick={() => onPin(null)} size="small" variant="secondary">
            {t("Take the pin away")}
          </Button>
        )}
      </div>
      {open && (
        <PointPicker
          className="mt-2 h-72"
          label={t("Where {name} is", { name: place.name })}
          near={near}
          onPick={onPin}
          point={point}
        />
      )}
    </div>
  );
}
