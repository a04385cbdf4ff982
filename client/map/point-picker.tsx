import { Button } from "../ui/button";
import { FreeMap } from "./free-map";
import { PinMark } from "./map-marks";
import type { MapPoint } from "./map-contents";
import { pointOfWorld, projectPoint } from "./viewport";
import { useWords } from "../words/use-words";

/**
 * A map on which a person places one pin: with a press on the place, or with keys that move the map until its centre is
 * there. Show the coordinates in text beside it too.
 */
export function PointPicker({
  label,
  point,
  near,
  onPick,
  className,
}: {
  /** The label of the picked point: "Where the place is". */
  label: string;
  /** The current position of the pin. */
  point: MapPoint | null;
  /** The area to show while there is no pin: the operator's town, or a trip's other end. */
  near: MapPoint | null;
  onPick: (point: MapPoint) => void;
  /** Sets the height of the map: `h-64`. */
  className?: string;
}) {
  const t = useWords();
  const focus = point ?? near;
  return (
    <FreeMap
      actions={(view) => (
        <Button
          className="shadow-md"
          onClick={() => onPick(roundedPoint(pointOfWorld(view.x, view.y)))}
          size="small"
          variant="secondary"
        >
          {t("Pin the centre")}
        </Button>
      )}
      isPicking
      className={className}
      description={
        point
          ? t("The pin is at {latitude}, {longitude}. Press elsewhere to move it.", {
              latitude: point.latitude,
              longitude: point.longitude,
            })
          : t("Press to place the pin. With the keyboard, move the map and pin its centre.")
      }
      focus={focus ? [focus] : []}
      // Focus only at first, because a pin that is moved is visible already.
      focusKey={point ? "pinned" : `near ${near?.latitude} ${near?.longitude}`}
      isGuessed={point === null}
      label={label}
      onPress={(point) => onPick(roundedPoint(point))}
    >
      {(view) => {
        const at = point && projectPoint(view, point);
        return (
          <>
            <path
              className="stroke-ink-muted"
              d={`M${view.width / 2 - 8} ${view.height / 2}h16M${view.width / 2} ${view.height / 2 - 8}v16`}
              strokeWidth="1.5"
            />
            {at && (
              <g transform={`translate(${at.x.toFixed(1)} ${at.y.toFixed(1)})`}>
                <PinMark kind="place" number={null} />
              </g>
            )}
          </>
        );
      }}
    </FreeMap>
  );
}

/** Rounds to a metre, the most precision that a pin on a map can have. */
function roundedPoint({ latitude, longitude }: MapPoint): MapPoint {
  return { latitude: Number(latitude.toFixed(5)), longitude: Number(longitude.toFixed(5)) };
}
