import { ArrowUpDown } from "lucide-react";
import { type FormEvent, useEffect, useState } from "react";
import type { Place } from "../../../src/places/contract";
import type { Api } from "../../api";
import { findPlaces } from "../../find-places";
import { Button } from "../../ui/button";
import { IconButton } from "../../ui/icon-button";
import { SelectField } from "../../ui/select-field";
import { type BookingDraft, hoursOffered } from "./draft";
import { KindSwitch } from "./kind-switch";
import { PlaceField } from "./place-field";

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
  const { from, to, kind, hours } = draft;
  const hourly = kind === "hourly";
  const same = !hourly && from.place !== null && from.place.id === to.place?.id;
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
    const wrong = faults.from ? "from" : faults.to ? "to" : null;
    if (wrong) document.getElementById(wrong)?.focus();
    else onDone();
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
          placeholder="Airport, hotel, address"
          suggestions={usual}
        />
        {hourly ? (
          <SelectField
            hint="Car and driver stay with you all that time."
            label="For how long"
            name="hours"
            onChange={(event) => update({ hours: Number(event.target.value) })}
            value={hours}
          >
            {hoursOffered.map((count) => (
              <option key={count} value={count}>
                {count} hours
              </option>
            ))}
          </SelectField>
        ) : (
          <div className="relative">
            <PlaceField
              api={api}
              entry={to}
              error={asked ? faults.to : null}
              id="to"
              label="Drop-off"
              mark="square"
              onEntry={(entry) => update({ to: entry })}
              placeholder="Where are you going?"
              suggestions={usual}
            />
            <div className="absolute end-0 -top-3">
              <IconButton
                icon={<ArrowUpDown aria-hidden="true" size={18} />}
                label="Swap pickup and drop-off"
                onClick={() => update({ from: to, to: from })}
              />
            </div>
          </div>
        )}
      </div>
      <Button size="large" type="submit" wide>
        Continue
      </Button>
    </form>
  );
}
