import { useRouter } from "@tanstack/react-router";
import { CircleDashed } from "lucide-react";
import { useId, useState } from "react";
import type { Place } from "../../src/places/contract";
import { findPlaces } from "../find-places";
import { Button } from "../ui/button";
import { Combobox } from "../ui/combobox";
import { TextField } from "../ui/text-field";
import { circleAround, type Outline } from "./outline";

const METERS_PER_UNIT = { km: 1_000, mi: 1_609.344 };
/** The largest radius, in kilometres or miles. Nobody drives farther without a plan. */
const MAX_RADIUS = 500;

/** The fields of a circle: its centre, found by name or typed as `latitude, longitude`, and its radius. */
export function CircleFields({
  unit,
  action,
  busy = false,
  onCircle,
}: {
  unit: "km" | "mi";
  /** The label of the button: "Draw circle". */
  action: string;
  busy?: boolean;
  /** Receives the circle, and `name`, a name to suggest for its zone. */
  onCircle: (outline: Outline, name: string) => void;
}) {
  const { api } = useRouter().options.context;
  const [text, setText] = useState("");
  const [centre, setCentre] = useState<Place | null>(null);
  const [radius, setRadius] = useState("");
  const [faults, setFaults] = useState<{ centre?: string; radius?: string }>({});
  const id = useId();
  const drawCircle = () => {
    const typedRadius = Number(radius.trim().replace(",", "."));
    const newFaults = {
      ...(!centre && {
        centre: "Choose a place from the list, or type coordinates such as -1.9536, 30.0606.",
      }),
      ...(!(typedRadius > 0 && typedRadius <= MAX_RADIUS) && {
        radius: `Use a number up to ${MAX_RADIUS}.`,
      }),
    };
    setFaults(newFaults);
    if (centre && !newFaults.radius) {
      const nameOfCentre = centre.source === "pin" ? text : centre.name;
      onCircle(
        circleAround(centre, typedRadius * METERS_PER_UNIT[unit]),
        `${typedRadius} ${unit} around ${nameOfCentre}`,
      );
    } else document.getElementById(`${id}-${centre ? "radius" : "middle"}`)?.focus();
  };
  return (
    <fieldset className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_7rem]">
      <legend className="sr-only">Circle</legend>
      <Combobox<Place>
        dense
        error={faults.centre}
        id={`${id}-middle`}
        label="Centre of the circle"
        onSelect={setCentre}
        onText={(typed) => {
          setText(typed);
          setCentre(null);
        }}
        optionDetail={({ detail, iata }) => [iata, detail].filter(Boolean).join(" · ")}
        optionKey={({ id: key }) => key}
        optionText={({ name }) => name}
        placeholder="Your town, an airport"
        search={(query, signal, show) => findPlaces(api, query, signal, show)}
        text={text}
      />
      <TextField
        autoComplete="off"
        dense
        error={faults.radius ?? null}
        id={`${id}-radius`}
        inputMode="decimal"
        label="Radius"
        onChange={({ target }) => setRadius(target.value)}
        suffix={unit}
        value={radius}
      />
      <Button
        busy={busy}
        className="justify-self-start"
        icon={<CircleDashed aria-hidden="true" size={16} />}
        onClick={drawCircle}
        size="small"
        variant="secondary"
      >
        {action}
      </Button>
    </fieldset>
  );
}
