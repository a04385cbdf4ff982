import {
  Building2,
  Hospital,
  Hotel,
  House,
  Landmark,
  type LucideIcon,
  MapPin,
  Plane,
  TrainFront,
  Trees,
} from "lucide-react";
import type { Place } from "../../../src/places/contract";
import { type Api, read } from "../../api";
import { Combobox } from "../../ui/combobox";
import type { PlaceEntry } from "./draft";

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

/** Finds places by what was typed. */
export async function findPlaces(api: Api, q: string): Promise<readonly Place[]> {
  const { places } = await read(api.places.$get({ query: { q } }));
  return places;
}

/** One end of a trip: typed freely, chosen from what the search offers. */
export function PlaceField({
  api,
  id,
  label,
  placeholder,
  mark,
  entry,
  onEntry,
  suggestions,
  error,
}: {
  api: Api;
  id: string;
  label: string;
  placeholder: string;
  mark: "round" | "square";
  entry: PlaceEntry;
  onEntry: (entry: PlaceEntry) => void;
  /** Offered while the box is empty. */
  suggestions: readonly Place[];
  error: string | null;
}) {
  return (
    <Combobox<Place>
      error={error}
      id={id}
      label={label}
      name={id}
      onSelect={(place) => onEntry({ text: place.name, place })}
      onText={(text) => onEntry({ text, place: null })}
      optionDetail={({ detail, iata }) => [iata, detail].filter(Boolean).join(" · ")}
      optionIcon={({ kind }) => {
        const Icon = icons[kind] ?? MapPin;
        return <Icon aria-hidden="true" size={18} />;
      }}
      optionKey={({ id: key }) => key}
      optionText={({ name }) => name}
      placeholder={placeholder}
      prefix={
        <span
          aria-hidden="true"
          className={`size-3 ${mark === "round" ? "rounded-full border-2 border-accent-text" : "rounded-[3px] bg-accent-text"}`}
        />
      }
      search={(query) => findPlaces(api, query)}
      suggestions={suggestions}
      text={entry.text}
    />
  );
}
