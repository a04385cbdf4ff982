import { useRef, useState } from "react";
import type { Place } from "../../src/places/contract";
import type { Api } from "../api";
import { findPlaces } from "../find-places";
import type { MapPoint } from "../map/map-contents";
import { buttonStyle } from "../ui/button-style";
import { Glyph } from "../ui/glyph";
import { useWords } from "../words/use-words";
import type { Say } from "../words/words";
import { MapPickerButton } from "./map-picker-button";

/** The icon of a circle with crosshairs. */
const CROSSHAIRS_PATH = "M12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14M12 2v3M12 19v3M2 12h3M19 12h3";
/** How long the browser may take to find the location, ms. */
const LOCATION_TIMEOUT_MS = 15_000;
/** A location at most this old is still current, ms. */
const POSITION_MAX_AGE_MS = 60_000;

/**
 * Other ways to enter a place if addresses cannot be looked up: the phone's location, or a pin on the map. Both give a
 * place with a point, which can be priced at once.
 */
export function LocationButtons({
  api,
  label,
  place,
  near,
  showsLocationOption,
  onPlace,
}: {
  api: Api;
  /** The label of the place: "Pickup". */
  label: string;
  /** The chosen pin; null until there is one. */
  place: Place | null;
  /** Where the map starts. */
  near: MapPoint | null;
  /** Whether the phone's location is offered. */
  showsLocationOption: boolean;
  onPlace: (place: Place) => void;
}) {
  const t = useWords();
  const [isLocating, setIsLocating] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const latestRequest = useRef(0);
  const choosePoint = async (point: MapPoint) => {
    const requestId = ++latestRequest.current;
    setFault(null);
    const pinnedPlace = await reverseGeocode(api, point, t);
    if (requestId === latestRequest.current) onPlace(pinnedPlace);
  };
  const locate = async () => {
    setIsLocating(true);
    setFault(null);
    try {
      await choosePoint(await currentPosition());
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
      setIsLocating(false);
    }
  };
  return (
    <div>
      <MapPickerButton
        label={t("Map: {what}", { what: label })}
        near={near}
        onPoint={(point) => void choosePoint(point)}
        point={place}
      >
        {showsLocationOption && !place && (
          <button
            className={buttonStyle("secondary", "small")}
            disabled={isLocating}
            onClick={() => void locate()}
            type="button"
          >
            <Glyph d={CROSSHAIRS_PATH} size={16} />
            {isLocating ? t("Finding your location…") : t("Use my location")}
          </button>
        )}
      </MapPickerButton>
      <p className="mt-2 text-danger-ink text-sm empty:hidden" role="alert">
        {fault}
      </p>
    </div>
  );
}

/** Whether the visitor or their browser refuses to share the location. */
function isRefusal(error: unknown): boolean {
  return typeof error === "object" && error !== null && "code" in error && error.code === 1;
}

/** Asks the browser for the phone's location; rejects if the browser does not give it. */
function currentPosition(): Promise<MapPoint> {
  return new Promise((resolve, reject) => {
    if (!navigator.geolocation) reject(new Error("no positions"));
    else
      navigator.geolocation.getCurrentPosition(
        ({ coords }) => resolve({ latitude: coords.latitude, longitude: coords.longitude }),
        reject,
        { enableHighAccuracy: true, timeout: LOCATION_TIMEOUT_MS, maximumAge: POSITION_MAX_AGE_MS },
      );
  });
}

/** Turns a point into a place, named after the town around it if the server knows one. */
async function reverseGeocode(api: Api, point: MapPoint, t: Say): Promise<Place> {
  const latitude = Number(point.latitude.toFixed(5));
  const longitude = Number(point.longitude.toFixed(5));
  const name = `${latitude}, ${longitude}`;
  // Without an answer, the place has its coordinates as its name, which is enough for the driver's map.
  const [nearestPlace] = await findPlaces(api, name).catch(() => []);
  const town = nearestPlace?.detail.split(",")[0];
  return {
    id: `pin:${latitude},${longitude}`,
    source: "pin",
    kind: "address",
    detail: nearestPlace?.detail ?? "",
    latitude,
    longitude,
    name: town ? t("Pin near {place}", { place: town }) : name,
  };
}
