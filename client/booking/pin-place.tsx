import { type ComponentProps, type ComponentType, useEffect, useState } from "react";
import type { PointPicker } from "../map/point-picker";
import type { MapPoint } from "../map/shown";
import { Button } from "../ui/button";
import type { PlaceInWords } from "./draft";
import { useWords } from "../words/use-words";

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
        <LatePicker
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

/** The map comes when it is asked for: few trips need it. */
function LatePicker(props: ComponentProps<typeof PointPicker>) {
  const t = useWords();
  const [Picker, setPicker] = useState<ComponentType<typeof props> | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let left = false;
    void import("../map/point-picker").then(
      (module) => !left && setPicker(() => module.PointPicker),
      () => !left && setFailed(true),
    );
    return () => {
      left = true;
    };
  }, []);
  if (Picker) return <Picker {...props} />;
  return (
    <p className="mt-2 text-ink-muted text-sm" role="status">
      {failed ? t("The map could not be loaded. Your words are enough.") : t("Loading the map…")}
    </p>
  );
}
