import { useRouteContext } from "@tanstack/react-router";
import type { Place } from "../../../src/places/contract";
import type { Api } from "../../api";
import { findPlaces } from "../../find-places";
import { useLazy } from "../../lazy";
import { Combobox } from "../../ui/combobox";
import type { MapPoint } from "../../map/map-contents";
import { type ChosenPlace, MIN_PLACE_TEXT_LENGTH, type PlaceEntry, placeInWords } from "../draft";
import type { Say } from "../../words/words";
import { useWords } from "../../words/use-words";

const markStyles = {
  round: "rounded-full border-2 border-accent-text",
  stop: "scale-75 rounded-full bg-line-strong",
  square: "rounded-[3px] bg-accent-text",
};

/** Loads the parts that the search shows, once somebody looks for a place. */
export const loadPlaceParts = () => import("../place-parts");

function detailOf(place: ChosenPlace, t: Say): string {
  if (place.kind === "words") return t("We’ll find it and tell you the price.");
  return [place.label, place.iata, place.detail].filter(Boolean).join(" · ");
}

/** One end of a trip: typed freely, or chosen from the search results. */
export function PlaceField({
  api,
  id,
  label,
  placeholder,
  mark,
  entry,
  onEntry,
  suggestions,
  mapStart,
  error,
  optional,
}: {
  api: Api;
  id: string;
  label: string;
  placeholder: string;
  mark: keyof typeof markStyles;
  entry: PlaceEntry;
  onEntry: (entry: PlaceEntry) => void;
  /** The places offered while the box is empty. */
  suggestions: readonly Place[];
  /** Where the map starts if the rider marks a place. */
  mapStart: MapPoint | null;
  error: string | null;
  optional?: boolean;
}) {
  const t = useWords();
  const { place } = entry;
  const { findsAddresses } = useRouteContext({ from: "__root__" }).settings;
  const parts = useLazy(loadPlaceParts);
  return (
    <div>
      <Combobox<ChosenPlace>
        error={error}
        hint={
          !findsAddresses && mark === "round" && !place
            ? t(
                "Street addresses can’t be looked up here. Choose a place, mark it on the map, or describe it in your own words: we’ll find it and tell you the price.",
              )
            : undefined
        }
        id={id}
        label={label}
        name={id}
        optional={optional ?? false}
        onSelect={(place) => onEntry({ text: place.name, place })}
        onText={(text) => onEntry({ text, place: null })}
        optionDetail={(place) => detailOf(place, t)}
        // Reserves the icons' space until they have loaded.
        optionIcon={(place) =>
          parts ? <parts.PlaceIcon place={place} /> : <span className="block size-4.5" />
        }
        optionKey={({ id: key }) => key}
        optionText={({ name }) => name}
        placeholder={placeholder}
        prefix={<span aria-hidden="true" className={`size-3 ${markStyles[mark]}`} />}
        search={async (query, signal, show) => {
          const words = query.length < MIN_PLACE_TEXT_LENGTH ? [] : [placeInWords(query)];
          const places = await findPlaces(api, query, signal, (localPlaces) => {
            if (localPlaces.length > 0) show(localPlaces);
          });
          return [...places, ...words];
        }}
        suggestions={suggestions}
        text={entry.text}
      />
      {parts && place?.kind === "words" && (
        <parts.PinPlace
          key={place.id}
          near={mapStart}
          onPin={(point) =>
            onEntry({
              text: entry.text,
              place: { ...place, ...(point ?? { latitude: null, longitude: null }) },
            })
          }
          place={place}
        />
      )}
      {!findsAddresses &&
        (place === null || (place.kind !== "words" && place.source === "pin")) &&
        (parts ? (
          <parts.LocationButtons
            api={api}
            label={label}
            showsLocationOption={mark === "round"}
            near={mapStart}
            onPlace={(chosen) => onEntry({ text: chosen.name, place: chosen })}
            place={place}
          />
        ) : (
          // Reserves the buttons' space, so that nothing moves when they load.
          <div className="mt-2 h-9 pointer-coarse:h-11" />
        ))}
    </div>
  );
}
