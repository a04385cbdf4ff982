/** Parts that load once somebody looks for a place: the icons, the rider's own places, the pin. */
import {
  Building2,
  History,
  Hospital,
  Hotel,
  House,
  Landmark,
  type LucideIcon,
  MapPin,
  PenLine,
  Plane,
  Star,
  TrainFront,
  Trees,
} from "lucide-react";
import type { Place } from "../../src/places/contract";
import type { ChosenPlace } from "./draft";

export { KnownPlaces } from "./known-places";
export { MapPickerButton } from "./map-picker-button";
export { PinPlace } from "./pin-place";
export { LocationButtons } from "./location-buttons";

const icons: Record<Place["kind"], LucideIcon> = {
  airport: Plane,
  hotel: Hotel,
  hospital: Hospital,
  station: TrainFront,
  sight: Landmark,
  district: Trees,
  address: House,
  city: Building2,
};

/** Returns the icon of a place: a star for saved places. */
function iconOf(place: ChosenPlace): LucideIcon {
  if (place.kind === "words") return PenLine;
  if (place.source === "saved") return Star;
  if (place.source === "pin") return MapPin;
  if (place.source === "recent" && place.kind === "address") return History;
  return icons[place.kind];
}

/** The icon of a place's kind. */
export function PlaceIcon({ place }: { place: ChosenPlace }) {
  const Icon = iconOf(place);
  return <Icon aria-hidden="true" size={18} />;
}
