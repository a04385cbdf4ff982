import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { Place } from "../../src/places/contract";
import { searchWords, spellingsOf, matchScore } from "../../src/places/rules";
import { isKey } from "../office/keys/keys";
import { findPlaces } from "../find-places";
import { useLazy } from "../lazy";
import { type ChosenPlace, firstPoint, type PlaceEntry, placeInWords } from "../booking/draft";
import { Combobox } from "../ui/combobox";
import { rowClass } from "./row";
import { useOffice } from "../office/calls";

const loadPlaceParts = () => import("../booking/place-parts");
/** The delay before searching, in ms. It is shorter than on a phone, because people at a desk type faster. */
const DEBOUNCE_MS = 120;
const MIN_LETTERS = 2;

/**
 * The field for the pickup or drop-off. Enter takes the first result, also when pressed before it arrives. Text without
 * a match is kept as a description, which can be put on the map later.
 */
export function PlaceRow({
  id,
  label,
  entry,
  savedPlaces,
  error,
  optional = false,
  onEntry,
  onDone,
}: {
  id: string;
  label: string;
  entry: PlaceEntry;
  /** The caller's own places, offered at once and first in the results. */
  savedPlaces: readonly Place[];
  error: string | undefined;
  optional?: boolean;
  onEntry: (entry: PlaceEntry) => void;
  /** Called when a place is chosen by keyboard, so that the cursor moves on. */
  onDone: (box: HTMLElement) => void;
}) {
  const { api, settings } = useOffice();
  const { findsAddresses } = settings;
  const parts = useLazy(loadPlaceParts);
  const [isSearching, setIsSearching] = useState(false);
  const { text, place } = entry;
  // The current entry. A result is outdated if something was chosen or typed after the search began.
  const latest = useRef(entry);
  latest.current = entry;

  const search = async (
    query: string,
    signal?: AbortSignal,
    show?: (places: readonly ChosenPlace[]) => void,
  ): Promise<readonly ChosenPlace[]> => {
    const savedMatches = matchSavedPlaces(savedPlaces, query);
    const joinPlaces = (foundPlaces: readonly Place[]): ChosenPlace[] => [
      ...savedMatches,
      ...foundPlaces.filter(
        (each) => !savedMatches.some((savedMatch) => isSamePoint(savedMatch, each)),
      ),
    ];
    if (savedMatches.length > 0) show?.(savedMatches);
    const foundPlaces = await findPlaces(api, query, signal, (localPlaces) =>
      show?.(joinPlaces(localPlaces)),
    );
    return [...joinPlaces(foundPlaces), placeInWords(query)];
  };

  const resolvePlace = async () => {
    const query = text.trim();
    if (place || query.length < MIN_LETTERS) return;
    const isCurrentSearch = () => latest.current.text === text && !latest.current.place;
    setIsSearching(true);
    try {
      const [bestPlace = placeInWords(query)] = await search(query);
      if (isCurrentSearch()) onEntry({ text: bestPlace.name, place: bestPlace });
    } catch {
      // The search failed, so the text is kept as a description that dispatch puts on the map.
      if (isCurrentSearch()) onEntry({ text: query, place: placeInWords(query) });
    } finally {
      setIsSearching(false);
    }
  };

  // A restored draft can have unresolved text, which is searched once.
  const [hasResolvedInitialText, setHasResolvedInitialText] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the initial value
  useEffect(() => {
    if (!hasResolvedInitialText && document.activeElement?.id !== id) void resolvePlace();
    setHasResolvedInitialText(true);
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    const box = event.target as HTMLElement;
    if (!isKey(event, "field") || event.defaultPrevented) return;
    event.preventDefault();
    void resolvePlace();
    onDone(box);
  };
  const onBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) void resolvePlace();
  };

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears what the box inside leaves over */}
      <div onBlur={onBlur} onKeyDown={onKeyDown}>
        <Combobox<ChosenPlace>
          className={rowClass}
          dense
          error={error}
          hint={
            place
              ? place.kind === "words"
                ? place.latitude === null
                  ? "Described in words only. Put the place on the map later to get a price."
                  : "Described in words and pinned on the map, so the trip has a price."
                : placeDetail(place)
              : isSearching
                ? "Looking for the place…"
                : !findsAddresses && id === "from"
                  ? "Address search is off. Choose a saved place, or write down what the caller says."
                  : undefined
          }
          id={id}
          label={label}
          name={id}
          onSelect={(chosenPlace) => {
            onEntry({ text: chosenPlace.name, place: chosenPlace });
            const box = document.getElementById(id);
            if (box && document.activeElement === box) onDone(box);
          }}
          onText={(typed) => onEntry({ text: typed, place: null })}
          optionDetail={(option) =>
            option.kind === "words" ? "As described, without a pin" : placeDetail(option)
          }
          optionIcon={(option) =>
            parts ? <parts.PlaceIcon place={option} /> : <span className="block size-4.5" />
          }
          optional={optional}
          optionKey={({ id: key }) => key}
          optionText={({ name }) => name}
          debounceMs={DEBOUNCE_MS}
          search={search}
          suggestions={savedPlaces}
          text={text}
        />
      </div>
      {parts && place?.kind === "words" && !findsAddresses && (
        <div className="sm:ms-32">
          <parts.MapPickerButton
            key={place.id}
            label={`Position of ${place.name}`}
            near={firstPoint(savedPlaces)}
            onPoint={(point) => onEntry({ text, place: { ...place, ...point } })}
            point={firstPoint([place])}
          />
        </div>
      )}
    </>
  );
}

function matchSavedPlaces(savedPlaces: readonly Place[], query: string): Place[] {
  const words = searchWords(query);
  return savedPlaces.filter(
    ({ label = "", name, detail }) =>
      matchScore(words, spellingsOf(`${label} ${name}`), spellingsOf(detail)) > 0,
  );
}

function isSamePoint(a: Place, b: Place): boolean {
  return a.latitude === b.latitude && a.longitude === b.longitude;
}

function placeDetail(place: Place): string {
  return [place.label, place.iata, place.detail].filter(Boolean).join(" · ");
}
