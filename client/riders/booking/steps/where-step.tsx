import { useRouteContext } from "@tanstack/react-router";
import { ArrowUpDown } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { Api } from "../../../api";
import { useLazy } from "../../../lazy";
import { Button } from "../../../ui/button";
import { IconButton } from "../../../ui/icon-button";
import {
  type BookingDraft,
  destinationRequirement,
  type PlaceEntry,
  firstPoint,
  stopsOf,
} from "../../../booking/draft";
import { KindSwitch, MeetingSwitch } from "../../../booking/fields/kind-switch";
import { ContinueBar } from "./continue-bar";
import { loadPlaceParts, PlaceField } from "../../../booking/fields/place-field";
import { useUsualPlaces } from "../../../booking/use-usual-places";
import { resolveEnds } from "../../../booking/resolve-ends";
import { StopList } from "../../../booking/stop-list";
import { TripMap } from "../../../booking/trip-map";
import { useWords } from "../../../words/use-words";
import type { Say } from "../../../words/words";

/** Returns the labels of pickup and drop-off, and the placeholder of the drop-off. */
function placeFieldTexts({ kind, meeting }: BookingDraft, t: Say) {
  if (kind === "roadside_assistance")
    return {
      from: t("Where the vehicle is"),
      to: t("Where to take the vehicle"),
      where: t("Garage or home, or leave this empty"),
    };
  const from =
    kind === "interpreter" && meeting === "meets_there" ? t("Where to meet") : t("Pickup");
  return { from, to: t("Drop-off"), where: t("Where are you going?") };
}

/** The first step: pickup and drop-off, or the number of hours. */
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
  const t = useWords();
  const choosePlaceText = t("Choose a place from the list, or keep what you typed.");
  const parts = useLazy(loadPlaceParts);
  const [hasSubmitted, setHasSubmitted] = useState(false);
  const usualPlaces = useUsualPlaces(api);
  const { findsAddresses } = useRouteContext({ from: "__root__" }).settings;
  const { from, to, kind, stops } = draft;
  const dropoffRequirement = destinationRequirement(draft);
  const words = placeFieldTexts(draft, t);
  const faultsOf = (ends: Pick<BookingDraft, "from" | "to" | "stops">) => {
    const start = ends.from.place;
    // A trip back to its pickup is allowed if it has a stop in between.
    const isSame =
      dropoffRequirement !== "never" &&
      start !== null &&
      start.id === ends.to.place?.id &&
      stopsOf({ ...draft, ...ends }).every(({ id }) => id === start.id);
    return {
      from: start ? null : choosePlaceText,
      to: isSame
        ? t("This is the same place as the pickup.")
        : dropoffRequirement === "never" ||
            ends.to.place ||
            (dropoffRequirement === "maybe" && !ends.to.text.trim())
          ? null
          : choosePlaceText,
    };
  };
  const faults = faultsOf(draft);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const ends = await resolveEnds(api, draft, findsAddresses);
    update({ from: ends.from, to: ends.to, stops: ends.stops });
    setHasSubmitted(true);
    const resolvedFaults = faultsOf(ends);
    const openStopIndex =
      dropoffRequirement !== "always" ? -1 : ends.stops.findIndex(({ place }) => !place);
    const missingField = resolvedFaults.from
      ? "from"
      : openStopIndex >= 0
        ? `stop-${openStopIndex}`
        : resolvedFaults.to
          ? "to"
          : null;
    if (missingField) document.getElementById(missingField)?.focus();
    else onDone();
  };

  const near = firstPoint([from.place, ...stopsOf(draft), to.place, ...usualPlaces]);
  const focusNextPlace = (entry: PlaceEntry) => {
    const openStopIndex = stops.findIndex(({ place }) => !place);
    if (!from.place || dropoffRequirement === "never") update({ from: entry });
    else if (dropoffRequirement === "always" && openStopIndex >= 0)
      update({
        stops: stops.map((each, at) => (at === openStopIndex ? { ...each, ...entry } : each)),
      });
    else update({ to: entry });
  };

  return (
    <form method="post" className="grid gap-6" noValidate onSubmit={(event) => void submit(event)}>
      <KindSwitch kind={kind} onKind={(value) => update({ kind: value, way: 0 })} />
      {kind === "interpreter" && (
        <MeetingSwitch
          meeting={draft.meeting}
          onMeeting={(meeting) => update({ meeting, way: 0 })}
        />
      )}
      <div className="grid gap-4">
        <PlaceField
          api={api}
          entry={from}
          error={hasSubmitted ? faults.from : null}
          id="from"
          label={words.from}
          mark="round"
          onEntry={(entry) => update({ from: entry })}
          mapStart={near}
          placeholder={t("Airport, hotel, address")}
          suggestions={usualPlaces}
        />
        {dropoffRequirement !== "never" && (
          <>
            {dropoffRequirement === "always" && (
              <StopList
                api={api}
                fault={hasSubmitted ? choosePlaceText : null}
                near={near}
                onStops={(changedEntries) => update({ stops: changedEntries, way: 0 })}
                stops={stops}
                suggestions={usualPlaces}
              />
            )}
            <div className="relative">
              <PlaceField
                api={api}
                entry={to}
                error={hasSubmitted ? faults.to : null}
                id="to"
                label={words.to}
                mark="square"
                mapStart={near}
                onEntry={(entry) => update({ to: entry })}
                optional={dropoffRequirement === "maybe"}
                placeholder={words.where}
                suggestions={usualPlaces}
              />
              {dropoffRequirement === "always" && (
                <div className="absolute end-0 -top-3">
                  <IconButton
                    icon={<ArrowUpDown aria-hidden="true" size={18} />}
                    label={t("Swap pickup and drop-off")}
                    onClick={() => update({ from: to, to: from, stops: stops.toReversed() })}
                  />
                </div>
              )}
            </div>
          </>
        )}
      </div>
      {parts && (
        <parts.KnownPlaces
          onPlace={(place) => focusNextPlace({ text: place.name, place })}
          places={usualPlaces}
        />
      )}
      <div className="lg:hidden">
        <TripMap className="h-56" draft={draft} quote={null} />
      </div>
      <ContinueBar>
        <Button size="large" type="submit" wide>
          {t("Continue")}
        </Button>
      </ContinueBar>
    </form>
  );
}
