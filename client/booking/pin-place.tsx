import type { MapPoint } from "../map/map-contents";
import { Button } from "../ui/button";
import { useWords } from "../words/use-words";
import type { PlaceInWords } from "./draft";
import { MapPickerButton } from "./map-picker-button";

/**
 * Shown under a place in the rider's own words: what happens to it, and a map to mark it. With a pin, it can be priced
 * at once.
 */
export function PinPlace({
  place,
  near,
  onPin,
}: {
  place: PlaceInWords;
  /** Where the map starts: another place of the trip. */
  near: MapPoint | null;
  /** Called with the new pin, or with null to remove it. */
  onPin: (point: MapPoint | null) => void;
}) {
  const t = useWords();
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
      <MapPickerButton
        label={t("Location of {name}", { name: place.name })}
        near={near}
        onPoint={onPin}
        point={point}
      >
        {point && (
          <Button onClick={() => onPin(null)} size="small" variant="secondary">
            {t("Remove the pin")}
          </Button>
        )}
      </MapPickerButton>
    </div>
  );
}
