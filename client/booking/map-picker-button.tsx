import { type ReactNode, useState } from "react";
import { lazy } from "../lazy";
import type { MapPoint } from "../map/map-contents";
import { buttonStyle } from "../ui/button-style";
import { useWords } from "../words/use-words";

/** The map loads when it is needed, because few trips need it. */
const PointPicker = lazy(async () => (await import("../map/point-picker")).PointPicker, {
  pending: function PickerPending() {
    const t = useWords();
    return <MapUnavailable words={t("Loading the map…")} />;
  },
  failed: function PickerFailed() {
    const t = useWords();
    return <MapUnavailable words={t("The map could not be loaded. Your description is enough.")} />;
  },
});

function MapUnavailable({ words }: { words: string }) {
  return (
    <p className="mt-2 text-ink-muted text-sm" role="status">
      {words}
    </p>
  );
}

/** A button that opens a map to mark a place. */
export function MapPickerButton({
  label,
  point,
  near,
  onPoint,
  children,
}: {
  /** The map's label: "Where the blue gate is". */
  label: string;
  /** The current point of the pin. */
  point: MapPoint | null;
  /** Where the map starts: another place of the trip. */
  near: MapPoint | null;
  onPoint: (point: MapPoint) => void;
  /** Buttons beside this one. */
  children?: ReactNode;
}) {
  const t = useWords();
  const [open, setOpen] = useState(false);
  return (
    <>
      <div className="mt-2 flex flex-wrap gap-2">
        <button
          aria-expanded={open}
          className={buttonStyle("secondary", "small")}
          onClick={() => setOpen(!open)}
          type="button"
        >
          {open ? t("Close the map") : point ? t("Move the pin") : t("Mark it on the map")}
        </button>
        {children}
      </div>
      {open && (
        <PointPicker
          className="mt-2 h-72"
          label={label}
          near={near}
          onPick={onPoint}
          point={point}
        />
      )}
    </>
  );
}
