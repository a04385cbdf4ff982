import { ArrowUpDown } from "lucide-react";
import { type FormEvent, useEffect, useState } from "react";
import type { Place } from "../../../src/places/contract";
import type { Api } from "../../api";
import { findPlaces } from "../../find-places";
import { Button } from "../../ui/button";
import { IconButton } from "../../ui/icon-button";
import { type BookingDraft, type PlaceEntry, stopsOf } from "./draft";
import { KindSwitch } from "./kind-switch";
import { KnownPlaces } from "./known-places";
import { PlaceField } from "./place-field";
import { StopList } from "./stop-list";
import { TripMap } from "./trip-map";

const choose = "Choose from the list: a place, or your own words.";

/** The first step: from where to where, or for how many hours. */
export function WhereStep({
  api,
  draft,
  update,
  onDone,
}: {
  api: Api;
  draft: BookingDraft;
  update: (change: Partial<BookingDraft>) => void;
  onDone: () => void;
}) {
  const [asked, setAsked] = useState(false);
  const [usual, setUsual] = useState<readonly Place[]>([]);
  const { from, to, kind, stops } = draft;
  const hourly = kind === "hourly";
  // There and back again is a trip, by way of somewhere else.
  const same =
    !hourly &&
    from.place !== null &&
    from.place.id === to.place?.id &&
    stopsOf(draft).every(({ id }) => id === from.place?.id);
  const faults = {
    from: from.place ? null : choose,
    to: hourly ? null : same ? "This is the same place as the pickup." : to.place ? null : choose,
  };

  useEffect(() => {
    let gone = false;
    findPlaces(api, "")
      .then((places) => !gone && setUsual(places))
      // Suggestions are a courtesy; the search itself says when it fails.
      .catch(() => {});
    return () => {
      gone = true;
    };
  }, [api]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    // A line for a stop that was never filled in is no stop.
    const filled = stops.filter(({ text }) => text.trim() !== "");
    if (filled.length < stops.length) update({ stops: filled });
    const open = hourly ? -1 : filled.findIndex(({ place }) => !place);
    const wrong = faults.from ? "from" : open >= 0 ? `stop-${open}` : faults.to ? "to" : null;
    if (wrong) document.getElementById(wrong)?.focus();
    else onDone();
  };

  const near =
    [from.place, ...stopsOf(draft), to.place, ...usual].flatMap((place) =>
      place && place.latitude !== null && place.longitude !== null
        ? [{ latitude: place.latitude, longitude: place.longitude }]
        : [],
    )[0] ?? null;
  const fillNext = (entry: PlaceEntry) => {
    const stop = stops.findIndex(({ place }) => !place);
    if (!from.place) update({ from: entry });
    else if (hourly) update({ from: entry });
    else if (stop >= 0)
      update({ stops: stops.map((each, at) => (at === stop ? { ...each, ...entry } : each)) });
    else update({ to: entry });
  };

  return (
    <form className="grid gap-6" noValidate onSubmit={submit}>
      <KindSwitch kind={kind} onKind={(value) => update({ kind: value })} />
      <div className="grid gap-4">
        <PlaceField
          api={api}
          entry={from}
          error={asked ? faults.from : null}
          id="from"
          label="Pickup"
          mark="round"
          onEntry={(entry) => update({ from: entry })}
          near={near}
          placeholder="Airport, hotel, address"
          suggestions={usual}
        />
        {!hourly && (
          <>
            <StopList
              api={api}
              fault={asked ? choose : null}
              near={near}
              onStops={(changed) => update({ stops: changed, way: 0 })}
              stops={stops}
              suggestions={usual}
            />
            <div className="relative">
              <PlaceField
                api={api}
                entry={to}
                error={asked ? faults.to : null}
                id="to"
                label="Drop-off"
                mark="square"
                near={near}
                onEntry={(entry) => update({ to: entry })}
                placeholder="Where are you going?"
                suggestions={usual}
              />
              <div className="absolute end-0 -top-3">
                <IconButton
                  icon={<ArrowUpDown aria-hidden="true" size={18} />}
                  label="Swap pickup and drop-off"
                  onClick={() => update({ from: to, to: from, stops: stops.toReversed() })}
                />
              </div>
            </div>
          </>
        )}
      </div>
      <KnownPlaces onPlace={(place) => fillNext({ text: place.name, place })} places={usual} />
      <div className="lg:hidden">
        <TripMap className="h-56" draft={draft} quote={null} />
      </div>
      <Button size="large" type="submit" wide>
        Continue
      </Button>
    </form>
  );
}
