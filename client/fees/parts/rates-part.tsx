import { Plus, X } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import type { ClassRates, DistanceTier } from "../../../src/fares/contract";
import { Button } from "../../ui/button";
import { classNames } from "../../ui/class-names";
import { Cell } from "../grid/cell";
import { useDraftValue, useFees, useReferenceValue } from "../fees-context";
import { focusPath } from "../focus";
import { distanceFormat, type Format, hoursFormat, moneyFormat, optional } from "../formats";
import { createGridKeyHandler } from "../grid/grid-keys";
import { defaultHourlyRate, newRates } from "./new-fee-parts";
import { AddedMark, PartHeader, RemoveButton, RowFaults } from "../grid/row-parts";

/** The unit is beside the field, which is too small for both. */
const plainDistanceFormat: Format<number> = { ...distanceFormat(""), unit: "", none: "open" };

/** The largest number of distance tiers. */
const MAX_TIERS = 10;

/** A class as a column: the index of its rates in the schedule, -1 without rates. */
interface ClassColumn {
  id: string;
  name: string;
  active: boolean;
  rateIndex: number;
}

/** The meter rates of every class: a column for each class, a row for each price. */
export function RatesPart() {
  const { draft, world, names, canEdit } = useFees();
  const rates = useDraftValue<ClassRates[]>("rates");
  const currency = useDraftValue<string>("currency");
  const unit = useDraftValue<string>("distanceUnit");
  const money = moneyFormat(currency);
  const ownDistanceFormat = distanceFormat(unit);
  const distanceOrAnyFormat = optional(ownDistanceFormat, "any");

  const existingClassIds = new Set(world.vehicleClasses.map(({ id }) => id));
  const columns: ClassColumn[] = [
    ...world.vehicleClasses
      .filter(({ id, active }) => active || rates.some((each) => each.vehicleClassId === id))
      .map((each) => ({
        ...each,
        rateIndex: rates.findIndex(({ vehicleClassId }) => vehicleClassId === each.id),
      })),
    // Rates of a deleted class are shown so that they can be removed.
    ...rates.flatMap(({ vehicleClassId: id }, rateIndex) =>
      existingClassIds.has(id)
        ? []
        : [{ id, name: names.vehicleClass(id), active: false, rateIndex }],
    ),
  ];
  const tierCount = Math.max(1, ...rates.map(({ distanceTiers }) => distanceTiers.length));

  const priceRow = <Value,>(label: string, field: string, format: Format<Value>) => (
    <Row
      cell={({ id, name, rateIndex }) => (
        <Cell
          column={id}
          format={format}
          label={`${label}, ${name}`}
          labelHidden
          variant="grid"
          path={`rates.${rateIndex}.${field}`}
        />
      )}
      columns={columns}
      label={label}
    />
  );
  const hourlyRow = <Value,>(label: string, field: string, format: Format<Value>) => (
    <Row
      cell={({ id, name, rateIndex }) =>
        rates[rateIndex]?.hourly ? (
          <Cell
            column={id}
            format={format}
            label={`${label}, ${name}`}
            labelHidden
            variant="grid"
            path={`rates.${rateIndex}.hourly.${field}`}
          />
        ) : (
          <NoValue />
        )
      }
      columns={columns}
      label={label}
    />
  );

  return (
    <section>
      <PartHeader title="Classes & rates">
        {`The meter charges the base fare, distance and minutes of a class, or its minimum fare if that is higher. Amounts are in ${currency}, distances in ${unit}.`}
      </PartHeader>
      {/* Without fields inside, the scrolling table must itself be focusable. */}
      <section
        aria-label="Rates of every vehicle class"
        className="relative scroll-x scroll-ps-34 rounded-lg border border-line bg-surface-raised shadow-sm"
        {...(!canEdit && { tabIndex: 0 })}
      >
        <table
          className="w-full border-collapse text-sm"
          data-list="rates"
          onKeyDown={createGridKeyHandler()}
        >
          <caption className="sr-only">Rates of every vehicle class</caption>
          <thead>
            <tr>
              <th
                className="sticky start-0 z-1 min-w-34 bg-surface-raised px-3 text-start"
                scope="col"
              >
                <span className="sr-only">Price</span>
              </th>
              {columns.map((column) => (
                <th
                  className="min-w-25 border-line border-s px-2.5 py-2 text-end align-bottom font-medium"
                  key={column.id}
                  scope="col"
                >
                  {column.name}
                  {!column.active && (
                    <span className="block font-normal text-ink-muted text-xs">Not bookable</span>
                  )}
                  {column.rateIndex >= 0 && (
                    <span className="mt-1 flex items-center justify-end gap-1 empty:hidden">
                      <AddedMark path={`rates.${column.rateIndex}`} />
                      {!existingClassIds.has(column.id) && (
                        <RemoveButton index={column.rateIndex} list="rates" rowName={column.name} />
                      )}
                    </span>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {columns.some(({ rateIndex }) => rateIndex < 0) && (
              <tr className="border-line border-t">
                <Heading>No prices yet</Heading>
                {columns.map(({ id, name, rateIndex }) => (
                  <td className="border-line border-s p-1.5 text-end" key={id}>
                    {rateIndex < 0 && canEdit && (
                      <Button
                        aria-label={`Add prices for ${name}`}
                        onClick={() => {
                          draft.insert("rates", rates.length, newRates(id, rates.at(-1)));
                          focusPath(`rates.${rates.length}.baseMinor`);
                        }}
                        size="small"
                        variant="secondary"
                      >
                        Add prices
                      </Button>
                    )}
                  </td>
                ))}
              </tr>
            )}
            <GroupRow columns={columns.length}>Trip</GroupRow>
            {priceRow("Base fare", "baseMinor", money)}
            {Array.from({ length: tierCount }, (_, tier) => (
              <Row
                cell={(column) => (
                  <TierCell
                    column={column}
                    tier={tier}
                    tiers={rates[column.rateIndex]?.distanceTiers ?? []}
                  />
                )}
                columns={columns}
                // biome-ignore lint/suspicious/noArrayIndexKey: tiers have no identity but their order
                key={tier}
                label={tier === 0 ? `Per ${unit}` : `Then per ${unit}`}
              />
            ))}
            {canEdit && (
              <Row
                cell={(column) => (
                  <AddTier column={column} tiers={rates[column.rateIndex]?.distanceTiers ?? []} />
                )}
                columns={columns}
                isMuted
                label="Distance tiers"
              />
            )}
            {priceRow("Per minute", "perMinuteMinor", money)}
            {priceRow("Per stop", "perStopMinor", money)}
            {priceRow("Minimum fare", "minimumMinor", money)}
            <GroupRow columns={columns.length}>By the hour</GroupRow>
            <Row
              cell={(column) => <HourlySwitch column={column} rates={rates[column.rateIndex]} />}
              columns={columns}
              label="Offered"
            />
            {hourlyRow("Per hour", "perHourMinor", money)}
            {hourlyRow("Minimum hours", "minimumHours", hoursFormat)}
            {hourlyRow("Distance included per hour", "distancePerHour", distanceOrAnyFormat)}
            {hourlyRow(`Per extra ${unit}`, "perExtraDistanceMinor", money)}
            <GroupRow columns={columns.length}>Waiting, after the free time</GroupRow>
            {priceRow("Per minute", "perWaitMinuteMinor", money)}
          </tbody>
        </table>
      </section>
      <RowFaults className="mt-2" path="rates" />
      <RowFaults path="currency" />
      <RowFaults path="distanceUnit" />
    </section>
  );
}

function Row({
  label,
  columns,
  cell,
  isMuted,
}: {
  label: string;
  columns: readonly ClassColumn[];
  cell: (column: ClassColumn) => ReactNode;
  isMuted?: boolean;
}) {
  return (
    <tr className="border-line border-t" data-row="">
      <Heading isMuted={isMuted}>{label}</Heading>
      {columns.map((column) => (
        <td className="border-line border-s p-0 align-top" key={column.id}>
          {column.rateIndex < 0 ? <NoValue /> : cell(column)}
        </td>
      ))}
    </tr>
  );
}

function Heading({ children, isMuted }: { children: ReactNode; isMuted?: boolean | undefined }) {
  return (
    <th
      className={classNames(
        "sticky start-0 z-1 h-9 bg-surface-raised px-3 text-start align-middle font-normal",
        isMuted && "text-ink-muted",
      )}
      scope="row"
    >
      {children}
    </th>
  );
}

function GroupRow({ columns, children }: { columns: number; children: string }) {
  return (
    <tr className="border-line border-t bg-surface-sunken">
      <th
        className="sticky start-0 h-8 bg-surface-sunken px-3 text-start font-medium text-ink-muted text-xs"
        scope="rowgroup"
      >
        {children}
      </th>
      <td colSpan={columns} />
    </tr>
  );
}

function NoValue() {
  return (
    <span aria-hidden="true" className="flex h-9 items-center justify-end px-2.5 text-ink-faint">
      –
    </span>
  );
}

/** One tier of one class: its price and upper distance. */
function TierCell({
  column: { id, name, rateIndex },
  tier,
  tiers,
}: {
  column: ClassColumn;
  tier: number;
  tiers: readonly DistanceTier[];
}) {
  const { canEdit } = useFees();
  const currency = useDraftValue<string>("currency");
  const unit = useDraftValue<string>("distanceUnit");
  const { draft } = useFees();
  if (!tiers[tier]) return <NoValue />;
  const path = `rates.${rateIndex}.distanceTiers.${tier}`;
  const isLast = tier === tiers.length - 1;
  return (
    <>
      <Cell
        column={id}
        format={moneyFormat(currency)}
        label={`Per ${unit}, tier ${tier + 1}, ${name}`}
        labelHidden
        variant="grid"
        path={`${path}.perDistanceMinor`}
      />
      {tiers.length > 1 && (
        <div className="-mt-1 flex items-center justify-end gap-1 pe-2.5 pb-1 text-ink-muted text-xs">
          {isLast ? (
            "beyond"
          ) : (
            <>
              {canEdit && (
                <button
                  aria-label={`Remove tier ${tier + 1}, ${name}`}
                  className="me-auto grid size-6 place-content-center rounded-sm text-ink-faint hover:bg-surface-sunken hover:text-ink pointer-coarse:size-11"
                  onClick={() =>
                    draft.remove(
                      `rates.${rateIndex}.distanceTiers`,
                      tier,
                      `Tier ${tier + 1} of ${name}`,
                    )
                  }
                  title="Remove this tier"
                  type="button"
                >
                  <X aria-hidden="true" size={12} />
                </button>
              )}
              <span aria-hidden="true">to</span>
              <Cell
                className="tier-end"
                column={`${id}-to`}
                format={plainDistanceFormat}
                label={`End of tier ${tier + 1}, ${name}`}
                labelHidden
                variant="grid"
                path={`${path}.upTo`}
                was={null}
              />
              <span aria-hidden="true">{unit}</span>
            </>
          )}
        </div>
      )}
    </>
  );
}

function AddTier({
  column: { id, name, rateIndex },
  tiers,
}: {
  column: ClassColumn;
  tiers: readonly DistanceTier[];
}) {
  const { draft } = useFees();
  if (tiers.length >= MAX_TIERS) return <NoValue />;
  const add = () => {
    const list = `rates.${rateIndex}.distanceTiers`;
    const lastTier = tiers.at(-1);
    const upTo = (tiers.at(-2)?.upTo ?? 0) + 10;
    draft.insert(list, tiers.length - 1, {
      upTo,
      perDistanceMinor: lastTier?.perDistanceMinor ?? 0,
    });
    focusPath(`${list}.${tiers.length - 1}.upTo`);
  };
  return (
    <button
      aria-label={`Add a tier, ${name}`}
      className="flex min-h-8 w-full items-center justify-end gap-1 px-2.5 text-ink-muted text-xs hover:bg-surface-sunken hover:text-ink focus-visible:-outline-offset-2 pointer-coarse:min-h-11"
      data-col={id}
      onClick={add}
      type="button"
    >
      <Plus aria-hidden="true" size={12} />
      Tier
    </button>
  );
}

function HourlySwitch({
  column: { id, name, rateIndex },
  rates,
}: {
  column: ClassColumn;
  rates: ClassRates | undefined;
}) {
  const { draft, canEdit } = useFees();
  const was = useReferenceValue(`rates.${rateIndex}.hourly`);
  const isHourly = rates?.hourly != null;
  const hasHourlyChanged = was != null && (was.value === null) === isHourly;
  return (
    <Fragment>
      <label className="flex min-h-9 cursor-pointer items-center justify-end px-2.5 pointer-coarse:min-h-11">
        <span className="sr-only">{`Hired by the hour, ${name}`}</span>
        <input
          checked={isHourly}
          className="check"
          data-col={id}
          data-path={`rates.${rateIndex}.hourly`}
          disabled={!canEdit}
          onChange={(event) =>
            draft.set(
              `rates.${rateIndex}.hourly`,
              event.target.checked
                ? ((was?.value as ClassRates["hourly"]) ?? defaultHourlyRate)
                : null,
            )
          }
          type="checkbox"
        />
      </label>
      {hasHourlyChanged && (
        <p className="-mt-1 px-2.5 pb-1 text-end text-accent-text text-xs">
          {`was ${was.value === null ? "no" : "yes"}`}
        </p>
      )}
    </Fragment>
  );
}
