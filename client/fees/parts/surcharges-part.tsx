import type { Holiday, Surcharge, SurchargeCondition } from "../../../src/fares/contract";
import { AmountCell } from "../grid/amount-cell";
import { Cell } from "../grid/cell";
import { ChoiceCell } from "../grid/choice-cell";
import { DaysCell } from "../grid/days-cell";
import { useDraftValue, useFees } from "../fees-context";
import { focusPath } from "../focus";
import { holidayFormat, minutesFormat, optional, textFormat, timeFormat } from "../formats";
import { createGridKeyHandler } from "../grid/grid-keys";
import { newSurcharge, newCondition } from "./new-fee-parts";
import { RowItem, RowList } from "../grid/row-list";
import {
  AddButton,
  AddedMark,
  NoRows,
  PartHeader,
  RemoveButton,
  RowFaults,
} from "../grid/row-parts";
import { ScopeCell } from "../grid/scope-cell";
import { conditionWords } from "../words";

const conditionKinds: readonly [SurchargeCondition["kind"], string][] = [
  ["night", "Night"],
  ["weekday", "Weekdays"],
  ["holiday", "Holidays"],
  ["airport", "Airport"],
  ["zone", "Zone"],
  ["lead_time", "Late booking"],
];

/** Surcharges, and the holiday calendar that some of them use. */
export function SurchargesPart() {
  const { draft } = useFees();
  const surcharges = useDraftValue<Surcharge[]>("surcharges");
  const add = () => {
    draft.insert("surcharges", surcharges.length, newSurcharge(draft.getState().schedule));
    focusPath(`surcharges.${surcharges.length}.name`);
  };
  const isFull = surcharges.length >= 100;
  return (
    <>
      <section>
        <PartHeader
          action={
            <AddButton disabled={isFull} onAdd={add}>
              Add surcharge
            </AddButton>
          }
          title="Surcharges"
        >
          Percentages are calculated from the fare before surcharges. If several surcharges of the
          same group match, only the highest applies.
        </PartHeader>
        {surcharges.length === 0 && (
          <NoRows>No surcharges yet. Add one above, for example for nights.</NoRows>
        )}
        <RowList
          label="Surcharges"
          list="surcharges"
          onKeyDown={createGridKeyHandler(isFull ? undefined : add)}
        >
          {surcharges.map((surcharge, index) => (
            <SurchargeRow index={index} key={surcharge.id} surcharge={surcharge} />
          ))}
        </RowList>
        <RowFaults isOnlyRow className="mt-2" path="surcharges" />
      </section>
      <Holidays />
    </>
  );
}

function SurchargeRow({ surcharge, index }: { surcharge: Surcharge; index: number }) {
  const { draft, names, world } = useFees();
  const currency = useDraftValue<string>("currency");
  const path = `surcharges.${index}`;
  const firstZoneId = world.zones.find(({ active }) => active)?.id ?? "";
  return (
    <RowItem>
      <div className="grid grid-cols-1 items-start gap-2 @xl:grid-cols-[minmax(7.5rem,1.1fr)_7.5rem_minmax(9rem,1.2fr)_7.5rem_2.25rem]">
        <div className="flex items-end gap-2">
          <Cell
            className="flex-1"
            format={textFormat(60, "Enter a name")}
            label="Name"
            path={`${path}.name`}
          />
          <span className="pb-2 empty:hidden">
            <AddedMark path={path} />
          </span>
        </div>
        <ChoiceCell
          column="kind"
          label="When"
          onValue={(kind) =>
            draft.set(`${path}.when`, newCondition(kind as SurchargeCondition["kind"], firstZoneId))
          }
          path={`${path}.when`}
          describe={(was) => conditionWords(was as SurchargeCondition, names)}
          value={surcharge.when.kind}
        >
          {conditionKinds.map(([kind, words]) => (
            <option disabled={kind === "zone" && world.zones.length === 0} key={kind} value={kind}>
              {words}
            </option>
          ))}
        </ChoiceCell>
        <ConditionCells path={`${path}.when`} when={surcharge.when} />
        <AmountCell currency={currency} label="Amount" path={`${path}.amount`} />
        <RemoveButton
          className="justify-self-end @xl:mt-5"
          index={index}
          list="surcharges"
          rowName={surcharge.name}
        />
      </div>
      <div className="mt-2 grid grid-cols-1 gap-2 @xl:grid-cols-[minmax(7.5rem,1.1fr)_7.5rem_minmax(9rem,1.2fr)_7.5rem_2.25rem]">
        <ScopeCell label="Applies to" labelHidden path={path} />
        <Cell
          format={optional(textFormat(40), "none")}
          label="Group"
          labelHidden
          leadingText="Group"
          path={`${path}.group`}
        />
        {surcharge.when.kind === "weekday" && (
          <div className="grid grid-cols-2 gap-2">
            <Cell
              format={optional(timeFormat, "all day")}
              label="From"
              labelHidden
              path={`${path}.when.from`}
            />
            <Cell
              format={optional(timeFormat, "all day")}
              label="To"
              labelHidden
              path={`${path}.when.to`}
            />
          </div>
        )}
      </div>
      <RowFaults className="mt-1" path={path} />
    </RowItem>
  );
}

const endChoices = [
  ["either", "Pickup or drop-off"],
  ["pickup", "Pickup"],
  ["dropoff", "Drop-off"],
] as const;

/** The fields of a condition, by kind. */
function ConditionCells({ path, when }: { path: string; when: SurchargeCondition }) {
  const { draft, world, names } = useFees();
  const endCell = (value: string) => (
    <ChoiceCell
      label="Applies at"
      onValue={(at) => draft.set(`${path}.at`, at)}
      path={`${path}.at`}
      describe={(was) => endChoices.find(([each]) => each === was)?.[1]}
      value={value}
    >
      {endChoices.map(([at, words]) => (
        <option key={at} value={at}>
          {words}
        </option>
      ))}
    </ChoiceCell>
  );
  switch (when.kind) {
    case "night":
      return (
        <div className="grid grid-cols-2 gap-2">
          <Cell format={timeFormat} label="From" path={`${path}.from`} />
          <Cell format={timeFormat} label="To" path={`${path}.to`} />
        </div>
      );
    case "weekday":
      return <DaysCell label="Days" path={`${path}.days`} />;
    case "holiday":
      return (
        <p className="flex min-h-9 items-center text-ink-muted text-sm @xl:mt-5">
          Holidays listed below
        </p>
      );
    case "airport":
      return endCell(when.at);
    case "zone":
      return (
        <div className="grid grid-cols-2 gap-2">
          <ChoiceCell
            label="Zone"
            onValue={(zoneId) => draft.set(`${path}.zoneId`, zoneId)}
            path={`${path}.zoneId`}
            describe={(was) => names.zone(String(was))}
            value={when.zoneId}
          >
            {!world.zones.some(({ id, active }) => active && id === when.zoneId) && (
              <option value={when.zoneId}>{names.zone(when.zoneId)} (not active)</option>
            )}
            {world.zones
              .filter(({ active }) => active)
              .map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
          </ChoiceCell>
          {endCell(when.at)}
        </div>
      );
    case "lead_time":
      return (
        <Cell
          format={minutesFormat(60 * 24 * 30, 1)}
          label="Booked less than this time before the pickup"
          path={`${path}.underMinutes`}
        />
      );
  }
}

function Holidays() {
  const { draft } = useFees();
  const holidays = useDraftValue<Holiday[]>("holidays");
  const isFull = holidays.length >= 200;
  const add = () => {
    const usedDates = new Set(holidays.map(({ date }) => date));
    // Propose the first free day, which the person changes to the right one.
    const days = Array.from({ length: 31 }, (_, at) => `01-${String(at + 1).padStart(2, "0")}`);
    const date = days.find((each) => !usedDates.has(each)) ?? "12-31";
    draft.insert("holidays", holidays.length, { date, name: "Holiday" });
    focusPath(`holidays.${holidays.length}.date`);
  };
  return (
    <section className="mt-8">
      <PartHeader
        action={
          <AddButton disabled={isFull} onAdd={add}>
            Add holiday
          </AddButton>
        }
        title="Holidays"
      >
        A single date (2026-12-25), or a date that repeats each year (12-25).
      </PartHeader>
      {holidays.length === 0 && <NoRows>No holidays yet. Add one above.</NoRows>}
      <RowList
        label="Holidays"
        list="holidays"
        onKeyDown={createGridKeyHandler(isFull ? undefined : add)}
      >
        {holidays.map(({ name }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a date changes as it is typed
          <RowItem key={index}>
            <div className="grid grid-cols-[7.5rem_minmax(0,1fr)_auto] items-start gap-2">
              <Cell
                format={holidayFormat}
                label="Date"
                labelHidden
                path={`holidays.${index}.date`}
              />
              <div className="flex items-center gap-2">
                <Cell
                  className="flex-1"
                  format={textFormat(60, "Enter a name")}
                  label="Name"
                  labelHidden
                  path={`holidays.${index}.name`}
                />
                <AddedMark path={`holidays.${index}`} />
              </div>
              <RemoveButton index={index} list="holidays" rowName={name} />
              <RowFaults className="col-span-3" path={`holidays.${index}`} />
            </div>
          </RowItem>
        ))}
      </RowList>
      <RowFaults isOnlyRow className="mt-2" path="holidays" />
    </section>
  );
}
