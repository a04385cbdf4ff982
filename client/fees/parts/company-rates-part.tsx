import type { CompanyRates } from "../../../src/fares/contract";
import { customRateFields } from "../../ui/custom-rates";
import { useDraftValue, useFees } from "../fees-context";
import { focusPath } from "../focus";
import { moneyFormat, optional } from "../formats";
import { Cell } from "../grid/cell";
import { ChoiceCell } from "../grid/choice-cell";
import { createGridKeyHandler } from "../grid/grid-keys";
import { RowItem, RowList } from "../grid/row-list";
import {
  AddButton,
  AddedMark,
  NoRows,
  PartHeader,
  RemoveButton,
  RowFaults,
} from "../grid/row-parts";
import { newId } from "./new-fee-parts";

/** The prices of companies in a class, if they differ from the operator's. */
export default function CompanyRatesPart() {
  const { draft, world, names } = useFees();
  const rows = useDraftValue<CompanyRates[]>("companyRates");
  const currency = useDraftValue<string>("currency");
  const unit = useDraftValue<string>("distanceUnit");
  const companies = world.companies.filter(({ active }) => active);
  const classes = world.vehicleClasses.filter(({ active }) => active);
  const pairs = companies.flatMap(({ id: companyId }) =>
    classes.map(({ id: vehicleClassId }) => ({ companyId, vehicleClassId })),
  );
  const unusedPair = pairs.find((pair) => !rows.some((row) => isSamePair(row, pair)));
  const isFull = rows.length >= 500 || !unusedPair;
  const add = () => {
    if (!unusedPair) return;
    draft.insert("companyRates", rows.length, { id: newId(), ...unusedPair, ...noOwnPrices });
    focusPath(`companyRates.${rows.length}.companyId`);
  };
  const money = optional(moneyFormat(currency), "as for all");
  return (
    <section className="mt-8">
      <PartHeader
        action={
          <AddButton disabled={isFull} onAdd={add}>
            Add prices
          </AddButton>
        }
        title="Company prices"
      >
        Prices of trips billed to a company, by class. If a field is empty, the usual price applies.
        Flat prices and surcharges are the same for every company. A company’s discount is deducted
        from its own prices too. For an affiliate, enter the prices that you pay for its trips.
      </PartHeader>
      {rows.length === 0 && (
        <NoRows>
          {companies.length > 0
            ? "No company has its own prices yet. Add prices above."
            : "There is no company yet. Add one under Companies."}
        </NoRows>
      )}
      <RowList
        label="Company prices"
        list="companyRates"
        onKeyDown={createGridKeyHandler(isFull ? undefined : add)}
      >
        {rows.map(({ id, companyId, vehicleClassId }, index) => {
          const path = `companyRates.${index}`;
          return (
            <RowItem key={id}>
              <div className="grid grid-cols-2 items-start gap-2 @xl:grid-cols-4">
                <ChoiceCell
                  label="Company"
                  onValue={(value) => draft.set(`${path}.companyId`, value)}
                  path={`${path}.companyId`}
                  describe={(was) => names.company(String(was))}
                  value={companyId}
                >
                  <ActiveOptions all={world.companies} chosen={companyId} />
                </ChoiceCell>
                <ChoiceCell
                  label="Class"
                  onValue={(value) => draft.set(`${path}.vehicleClassId`, value)}
                  path={`${path}.vehicleClassId`}
                  describe={(was) => names.vehicleClass(String(was))}
                  value={vehicleClassId}
                >
                  <ActiveOptions all={world.vehicleClasses} chosen={vehicleClassId} />
                </ChoiceCell>
                {customRateFields(unit).map(([label, field]) => (
                  <Cell
                    format={money}
                    key={field}
                    label={`${label}, ${currency}`}
                    path={`${path}.${field}`}
                  />
                ))}
                <span className="flex items-center justify-end gap-2 @xl:mt-5">
                  <AddedMark path={path} />
                  <RemoveButton
                    index={index}
                    list="companyRates"
                    rowName={`prices of ${names.company(companyId)} in ${names.vehicleClass(vehicleClassId)}`}
                  />
                </span>
              </div>
              <RowFaults className="mt-1" path={path} />
            </RowItem>
          );
        })}
      </RowList>
    </section>
  );
}

type Pair = Pick<CompanyRates, "companyId" | "vehicleClassId">;

const isSamePair = (one: Pair, other: Pair) =>
  one.companyId === other.companyId && one.vehicleClassId === other.vehicleClassId;

const noOwnPrices = {
  baseMinor: null,
  perDistanceMinor: null,
  perMinuteMinor: null,
  minimumMinor: null,
  perHourMinor: null,
};

/** The options in use, and a chosen one that is no longer in use. */
function ActiveOptions({
  all,
  chosen,
}: {
  all: readonly { id: string; name: string; active: boolean }[];
  chosen: string;
}) {
  return all
    .filter(({ id, active }) => active || id === chosen)
    .map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    ));
}
