import { useState } from "react";
import type { Place } from "../../src/places/contract";
import { Checkbox } from "../ui/checkbox";
import { FormDialog } from "../forms/form-dialog";
import { useStaffForm } from "../office/use-staff-form";
import type { ActDialogProps } from "./act-props";
import { useSeenVersion } from "./use-seen-version";
import { unpinnedStops } from "./allowed-acts";
import { PointFields } from "../map/point-fields";
import { readPoint, type TypedPoint } from "../map/point-text";
import { useOffice } from "../office/calls";

const emptyPoint: TypedPoint = { latitude: "", longitude: "" };

/**
 * Puts described places on the map, one after another. The last may set the price of a request. After a concurrent
 * change the dialog shows the remaining places.
 */
export function PinPlaceDialog({ row, act, onClose }: ActDialogProps) {
  const { api } = useOffice();
  const { seen, run } = useSeenVersion(row, act);
  const [typed, setTyped] = useState(emptyPoint);
  const [foundPlace, setFoundPlace] = useState<Place | null>(null);
  const [isRenaming, setIsRenaming] = useState(false);
  const [shouldSetPrice, setShouldSetPrice] = useState(true);
  const unpinned = unpinnedStops(seen);
  const [next] = unpinned;
  // In an hourly hire, pickup and drop-off with the same text are one place, put on the map once.
  const isHourly = seen.serviceType === "hourly";
  const isLast = unpinned
    .slice(1)
    .every(({ place }) => isHourly && place.name === next?.place.name);
  const canSetPrice = isLast && seen.state === "quote";
  const form = useStaffForm({
    initialValues: {},
    validate: () => readPoint(typed).faults,
    send: async () => {
      const { point } = readPoint(typed);
      if (!next || !point) return seen;
      return run(
        (version) =>
          api.admin.reservations[":id"].pin.$post({
            param: { id: seen.id },
            json: {
              version,
              stop: next.stop,
              ...point,
              ...placeTexts(foundPlace, isRenaming),
              price: shouldSetPrice,
            },
          }),
        `${next.words} is on the map`,
      );
    },
    onSaved: (pinned) => {
      if (!pinned || unpinnedStops(pinned).length === 0) return onClose();
      setTyped(emptyPoint);
      setFoundPlace(null);
      setIsRenaming(false);
    },
  });
  return (
    <FormDialog
      busyLabel="Saving..."
      dense
      disabled={!next}
      form={form}
      onClose={onClose}
      submitLabel={canSetPrice && shouldSetPrice ? "Put on map and set price" : "Put on map"}
      title={`Put reservation ${seen.number} on the map`}
      wide
    >
      {next ? (
        <>
          <p className="text-ink-muted">
            {`Rider’s description of the ${next.words.toLowerCase()}: `}
            <strong className="font-semibold text-ink">“{next.place.name}”</strong>
            {next.place.detail && `, ${next.place.detail}`}
            {seen.passenger.phone && (
              <span className="block">
                Not sure? Call{" "}
                <a
                  className="whitespace-nowrap text-accent-text underline underline-offset-4"
                  href={`tel:${seen.passenger.phone}`}
                >
                  {seen.passenger.phone}
                </a>
              </span>
            )}
          </p>
          <PointFields
            faults={form.faults}
            key={`${next.stop}`}
            name={next.place.name}
            onPlaceChosen={setFoundPlace}
            onTyped={(point) => {
              setTyped(point);
              form.clear();
            }}
            typed={typed}
          />
          {foundPlace && (
            <Checkbox
              checked={isRenaming}
              className="text-ink"
              label={`Use the name “${foundPlace.name}”`}
              onChange={(event) => setIsRenaming(event.target.checked)}
            />
          )}
          {canSetPrice && (
            <Checkbox
              checked={shouldSetPrice}
              className="text-ink"
              hint="We’ll tell the rider the price. If a quote is open, the quoted price stays."
              label="Use the price from the price list"
              onChange={(event) => setShouldSetPrice(event.target.checked)}
            />
          )}
        </>
      ) : (
        <p className="text-ink-muted">Every place in this reservation is on the map.</p>
      )}
    </FormDialog>
  );
}

/**
 * Returns the new name and detail of a place. Drivers ask for a place by the rider's words, so the found address is
 * only added to the detail, unless it replaces them.
 */
function placeTexts(
  foundPlace: Place | null,
  isRenaming: boolean,
): { name?: string; detail?: string } {
  if (!foundPlace) return {};
  if (isRenaming) return { name: foundPlace.name, detail: foundPlace.detail };
  return { detail: [foundPlace.name, foundPlace.detail].filter(Boolean).join(", ").slice(0, 300) };
}
