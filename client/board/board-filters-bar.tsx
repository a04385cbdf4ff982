import { Volume2, VolumeX, X } from "lucide-react";
import type { ReservationState } from "../../src/reservations/contract";
import { Chip } from "../ui/chip";
import { IconButton } from "../ui/icon-button";
import { SelectField } from "../ui/select-field";
import { stateBadges } from "../ui/state-badge";
import { DayPicker } from "./day/day-picker";
import { allStates, MAX_COUNTED_PER_STATE, openStates } from "../../src/dispatch/board/view-rules";
import {
  type BoardRange,
  type BoardSearch,
  dayOf,
  daysOf,
  type FlightFilter,
  flightFilters,
  isFiltered,
  withoutFilters,
  ranges,
  toggleStateFilter,
} from "./board-filters";
import { useOffice } from "../office/calls";
import { DayFilter } from "../office/lists/day-filter";

interface FiltersProps {
  search: BoardSearch;
  onChange: (change: Partial<BoardSearch>) => void;
}

/** The states shown, each with its count on the shown days. */
export function StateFilters({
  search,
  counts,
  onChange,
}: FiltersProps & {
  /** Null when nothing was counted: the chips then show no number. */
  counts: Partial<Record<ReservationState, number>> | null;
}) {
  const chosen = search.state && search.state !== "all" ? search.state.split(".") : [];
  const total = (states: readonly ReservationState[]) => {
    if (!counts) return null;
    const stateCounts = states.map((state) => counts[state] ?? 0);
    const sum = stateCounts.reduce((all, count) => all + count, 0);
    return stateCounts.some((count) => count >= MAX_COUNTED_PER_STATE) ? `${sum}+` : sum;
  };
  const shownStates = allStates.filter(
    (state) => chosen.includes(state) || (counts ? (counts[state] ?? 0) > 0 : state !== "quote"),
  );
  return (
    <fieldset className="-mx-4 mb-2 min-w-0 no-scrollbar overflow-x-auto px-4 py-1 lg:mx-0 lg:px-0">
      <legend className="sr-only">States</legend>
      <div className="flex w-max gap-1.5 lg:w-auto lg:flex-wrap lg:gap-0.5 lg:[&>button]:px-1.5">
        <Chip
          count={total(openStates)}
          label="Open"
          onPress={() => onChange({ state: undefined })}
          isPressed={!search.state}
        />
        <Chip
          count={total(allStates)}
          label="All"
          onPress={() => onChange({ state: "all" })}
          isPressed={search.state === "all"}
        />
        {shownStates.map((state) => (
          <Chip
            count={total([state])}
            key={state}
            label={stateBadges[state].words}
            onPress={() => onChange({ state: toggleStateFilter(search, state) })}
            isPressed={chosen.includes(state)}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** The flights and days shown, a reset button, and the sound switch. */
export function DayFilters({
  search,
  onChange,
  now,
  isSoundOn,
  onSound: onSoundChange,
}: FiltersProps & {
  /** ms UTC. */
  now: number;
  isSoundOn: boolean;
  onSound: (on: boolean) => void;
}) {
  const { timeZone, settings } = useOffice();
  const range = search.range ?? "upcoming";
  const choose = (next: BoardRange) => {
    const withoutDates = {
      range: next === "upcoming" ? undefined : next,
      from: undefined,
      to: undefined,
    };
    // A custom range starts with the current days, so that nothing jumps.
    onChange(
      next === "custom" ? { ...withoutDates, ...daysOf(search, timeZone, now) } : withoutDates,
    );
  };
  return (
    <>
      {isFiltered(search) && (
        <button
          className="inline-flex min-h-9 items-center gap-1.5 rounded-sm px-2 text-ink-muted text-sm hover:bg-surface-sunken hover:text-ink pointer-coarse:min-h-11"
          onClick={() => onChange(withoutFilters)}
          type="button"
        >
          <X aria-hidden="true" size={14} />
          Clear filters
        </button>
      )}
      {(settings.services.includes("airport") || search.flight) && (
        <SelectField
          className="w-44"
          dense
          label="Flights"
          labelHidden
          onChange={({ target }) =>
            onChange({ flight: target.value ? (target.value as FlightFilter) : undefined })
          }
          value={search.flight ?? ""}
        >
          <option value="">All flights</option>
          {Object.entries(flightFilters).map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </SelectField>
      )}
      {search.view ? (
        <DayPicker
          day={dayOf(search, timeZone, now)}
          now={now}
          onDay={(day) => onChange({ day })}
        />
      ) : (
        <>
          {range === "custom" && (
            <>
              <DayFilter
                className="w-36"
                label="From"
                labelHidden
                max={search.to}
                onDay={(from) => onChange({ from: from || undefined })}
                value={search.from ?? ""}
              />
              <span aria-hidden="true">–</span>
              <DayFilter
                className="w-36"
                label="To"
                labelHidden
                min={search.from}
                onDay={(to) => onChange({ to: to || undefined })}
                value={search.to ?? ""}
              />
            </>
          )}
          <SelectField
            className="w-36"
            dense
            label="Days"
            labelHidden
            onChange={(event) => choose(event.target.value as BoardRange)}
            value={range}
          >
            {Object.entries(ranges).map(([name, words]) => (
              <option key={name} value={name}>
                {words}
              </option>
            ))}
          </SelectField>
        </>
      )}
      <IconButton
        aria-pressed={isSoundOn}
        dense
        icon={
          isSoundOn ? (
            <Volume2 aria-hidden="true" size={18} />
          ) : (
            <VolumeX aria-hidden="true" size={18} />
          )
        }
        label="Sound for new bookings"
        onClick={() => onSoundChange(!isSoundOn)}
      />
    </>
  );
}
