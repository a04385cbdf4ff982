import { useRouter } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { useState } from "react";
import type { Place } from "../../src/places/contract";
import { findPlaces } from "../find-places";
import { MapView } from "./map-view";
import { Combobox } from "../ui/combobox";
import { TextField } from "../ui/text-field";
import { readPoint, splitPair, type TypedPoint, toTypedPoint } from "./point-text";

/**
 * The fields of a point: found by name, typed in degrees, or pasted as `latitude, longitude`. A map shows the point.
 * The fields are called `latitude` and `longitude`.
 */
export function PointFields({
  typed,
  onTyped,
  onPlaceChosen,
  faults,
  name,
}: {
  typed: TypedPoint;
  onTyped: (typed: TypedPoint) => void;
  /** Called when a place was chosen, whose name and address may help. */
  onPlaceChosen?: (place: Place) => void;
  faults: Partial<Record<string, string>>;
  /** The text on the pin. */
  name: string;
}) {
  const { api } = useRouter().options.context;
  const [text, setText] = useState("");
  const { point } = readPoint(typed);
  const field = (which: keyof TypedPoint) => ({
    dense: true,
    name: which,
    autoComplete: "off",
    inputMode: "text" as const,
    value: typed[which],
    error: faults[which] ?? null,
    onChange: (event: { target: { value: string } }) => {
      const pair = splitPair(event.target.value);
      onTyped(pair ?? { ...typed, [which]: event.target.value });
    },
  });
  return (
    <div className="grid gap-4 text-ink sm:grid-cols-2">
      <Combobox<Place>
        className="sm:col-span-2"
        dense
        hint="Or type the coordinates below."
        label="Find on the map"
        minLength={3}
        onSelect={(place) => {
          onTyped(toTypedPoint(place));
          onPlaceChosen?.(place);
        }}
        onText={setText}
        optionDetail={({ detail, iata }) => [iata, detail].filter(Boolean).join(" · ")}
        optionKey={({ id }) => id}
        optionText={(place) => place.name}
        placeholder="A place, a street"
        prefix={<Search aria-hidden="true" size={16} />}
        search={(query, signal, show) => findPlaces(api, query, signal, show)}
        text={text}
      />
      <TextField {...field("latitude")} hint="Positive north of the equator." label="Latitude" />
      <TextField {...field("longitude")} hint="Positive east of Greenwich." label="Longitude" />
      {point && (
        <MapView
          className="h-48 sm:col-span-2"
          label={`Map of ${name || "the place"}`}
          pins={[{ kind: "place", name: name || "The place", ...point }]}
        />
      )}
    </div>
  );
}
