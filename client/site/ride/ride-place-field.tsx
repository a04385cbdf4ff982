import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import type { Api } from "../../api";
import type { ChosenPlace, PlaceEntry } from "../../booking/draft";
import { LocationButtons } from "../../booking/location-buttons";
import type { MapPoint } from "../../map/map-contents";
import { Combobox } from "../../ui/combobox";
import { useWords } from "../../words/use-words";
import type { Say } from "../../words/words";
import { searchPlaces } from "./quoting";

/** The pickup or drop-off of the ride: typed freely, chosen from the search results, or marked on a map. */
export function RidePlaceField({
  api,
  name,
  label,
  placeholder,
  mark,
  entry,
  onEntry,
  suggestions,
  near,
  error,
  showsAddressHelp,
}: {
  api: Api;
  name: "from" | "to";
  label: string;
  placeholder: string;
  /** The CSS classes of the mark before the text. */
  mark: string;
  entry: PlaceEntry;
  onEntry: (entry: PlaceEntry) => void;
  /** The places offered while the box is empty. */
  suggestions: readonly ChosenPlace[];
  /** The point where the map starts; null if unknown. */
  near: MapPoint | null;
  error: string | undefined;
  /** Whether to say that addresses can't be looked up, and to offer other ways. */
  showsAddressHelp: boolean;
}) {
  const t = useWords();
  const { words } = useRouter().options.context;
  // Loads the map's texts, which are in the booking's dictionary.
  useEffect(() => {
    if (showsAddressHelp) void words.load(["booking"]);
  }, [showsAddressHelp, words]);
  const { place } = entry;
  const pin = place && place.kind !== "words" && place.source === "pin" ? place : null;
  return (
    <div>
      <Combobox<ChosenPlace>
        error={error}
        hint={
          showsAddressHelp && name === "from" && !place
            ? t(
                "Street addresses can’t be looked up here. Choose a place, mark it on the map, or describe it in your own words: we’ll find it and tell you the price.",
              )
            : undefined
        }
        label={label}
        labelHidden
        name={name}
        onSelect={(chosenPlace) => onEntry({ text: chosenPlace.name, place: chosenPlace })}
        onText={(text) => onEntry({ text, place: null })}
        optionDetail={(option) => detailOf(option, t)}
        optionKey={({ id }) => id}
        optionText={(option) => option.name}
        placeholder={placeholder}
        prefix={<span aria-hidden="true" className={`size-3 ${mark}`} />}
        search={(query, signal, show) => searchPlaces(api, query, signal, show)}
        suggestions={suggestions}
        text={entry.text}
      />
      {showsAddressHelp && (!place || pin) && (
        <LocationButtons
          api={api}
          label={label}
          showsLocationOption={name === "from"}
          near={near}
          onPlace={(chosen) => onEntry({ text: chosen.name, place: chosen })}
          place={pin}
        />
      )}
    </div>
  );
}

function detailOf(place: ChosenPlace, t: Say): string {
  if (place.kind === "words") return t("We’ll find it and tell you the price.");
  return [place.iata, place.detail].filter(Boolean).join(" · ");
}
