import { useRef, useState } from "react";
import type { Place } from "../../src/places/contract";
import type { Api } from "../api";
import { findPlaces } from "../find-places";
import type { MapPoint } from "../map/shown";
import { buttonStyle } from "../ui/button-style";
import { Glyph } from "../ui/glyph";
import { useWords } from "../words/use-words";
import type { Say } from "../words/words";
import { MapPickerButton } from "./map-picker-button";

/** A ring with a cross through it. */
const AIM = "M12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14M12 2v3M12 19v3M2 12h3M19 12h3";
/** So long a phone may look for its position, ms. */
const LONGEST_LOOK_MS = 15_000;
/** A position of so long ago is where the phone still is, ms. */
const FRESH_MS = 60_000;

/**
 * Where no address can be looked up, the ways to say where besides typing: the phone's own position, and a pin on the
 * map. Either becomes a place with a point, which has its price at once.
 */
export function LocationButtons({
  api,
  label,
  place,
  near,
  locates,
  onPlace,
}: {
  api: Api;
  /** What the place is for: "Pickup". */
  label: string;
  /** The pin that was chosen; null until there is one. */
  place: Place | null;
  /** Where a map looks first. */
  near: MapPoint | null;
  /** Whether the place may be where the phone is. */
  locates: boolean;
  onPlace: (place: Place) => void;
}) {
  const t = useWords();
  const [looking, setLooking] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const latest = useRef(0);
  const take = async (point: MapPoint) => {
    const mine = ++latest.current;
    setFault(null);
    const found = await placeAt(api, point, t);
    if (mine === latest.current) onPlace(found);
  };
  const locate = async () => {
    setLooking(true);
    setFault(null);
    try {
      await take(await ownPosition());
    } catch (error) {
      setFault(
        isRefusal(error)
          ? t(
              "Your browser doesn’t share your location with this page. Mark the place on the map, or describe it in your own words.",
            )
          : t(
              "We couldn’t find your location. Mark the place on the map, or describe it in your own words.",
            ),
      );
    } finally {
      setLooking(false);
    }
  };
  return (
    <div>
      <MapPickerButton
        label={t("Map: {what}", { what: label })}
        near={near}
        onPoint={(point) => void take(point)}
        point={place}
      >
        {locates && !place && (
          <button
            className={buttonStyle("secondary", "small")}
            disabled={looking}
            onClick={() => void locate()}
            type="button"
          >
            <Glyph d={AIM} size={16} />
            {looking ? t("Finding your location…") : t("Use my location")}
          </button>
        )}
      </MapPickerButton>
      <p className="mt-2 text-danger-ink text-sm empty:hidden" role="alert">
        {fault}
      </p>
    </div>
  );
}

/** Whether the person or their browser keeps the position to itself. */
function isRefusal(error: unknown): boolean {
  return typeof error === "object" && error !== null && "code" in error && error.code === 1;
}

/** Where the phone is; rejects where it does not say. */
function ownPosition(): Promise<MapPoint> {
  return new Promise((resolve, reject) => {
    if (!navigator.geolocation) reject(new Error("no positions"));
    else
      navigator.geolocation.getCurrentPosition(
        ({ coords }) => resolve({ latitude: coords.latitude, longitude: coords.longitude }),
        reject,
        { enableHighAccuracy: true, timeout: LONGEST_LOOK_MS, maximumAge: FRESH_MS },
      );
  });
}

/** A point as a place, named after the town around it where the server knows one. */
async function placeAt(api: Api, point: MapPoint, t: Say): Promise<Place> {
  const latitude = Number(point.latitude.toFixed(5));
  const longitude = Number(point.longitude.toFixed(5));
  const name = `${latitude}, ${longitude}`;
  // Without an answer it is its coordinates: the driver's map needs no more.
  const [found] = await findPlaces(api, name).catch(() => []);
  const town = found?.detail.split(",")[0];
  return {
    id: `pin:${latitude},${longitude}`,
    source: "pin",
    kind: "address",
    detail: found?.detail ?? "",
    latitude,
    longitude,
    name: town ? t("Pin near {place}", { place: town }) : name,
  };
}
