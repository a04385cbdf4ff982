import { Link } from "@tanstack/react-router";
import type { FeeSchedule, FlatPrice, FlatPriceEnd } from "../../../src/fares/contract";
import { Cell, ValueCell } from "../grid/cell";
import { ChoiceCell } from "../grid/choice-cell";
import { useDraftValue, useDraft, useFees } from "../fees-context";
import { focusPath } from "../focus";
import { type Format, moneyFormat, textFormat } from "../formats";
import { createGridKeyHandler } from "../grid/grid-keys";
import { newFlatPrice } from "./new-fee-parts";
import { FEES_PATH } from "./parts";
import { RowItem, RowList } from "../grid/row-list";
import {
  AddButton,
  AddedMark,
  NoRows,
  PartHeader,
  RemoveButton,
  RowFaults,
} from "../grid/row-parts";
import { flatPriceEndWords } from "../words";

const MAX_FLAT_PRICES = 500;

/** Flat prices between two zones or places. */
export function FlatPricesPart() {
  const { draft, world } = useFees();
  const prices = useDraftValue<FlatPrice[]>("flatPrices");
  const endOptions = useEndOptions();
  const [first, second = first] = endOptions;
  const firstClassId = world.vehicleClasses.find(({ active }) => active)?.id;
  const canAdd =
    first !== undefined && firstClassId !== undefined && prices.length < MAX_FLAT_PRICES;
  const add = () => {
    if (!first || !second || !firstClassId) return;
    const price = newFlatPrice(draft.getState().schedule, [first.end, second.end], firstClassId);
    draft.insert("flatPrices", prices.length, price);
    focusPath(`flatPrices.${prices.length}.name`);
  };
  return (
    <section>
      <PartHeader
        action={
          <AddButton disabled={!canAdd} onAdd={add}>
            Add flat price
          </AddButton>
        }
        title="Flat prices"
      >
        A fixed price between two zones or places, used instead of the meter. A place takes
        precedence over a zone. A class without a flat price uses the meter. Stops cost extra.
      </PartHeader>
      {endOptions.length === 0 && (
        <NoRows>
          A flat price needs a start and an end, so first add zones or places.{" "}
          <Link className="text-accent-text underline" to={`${FEES_PATH}/zones` as string}>
            Draw a zone
          </Link>
        </NoRows>
      )}
      {endOptions.length > 0 && prices.length === 0 && (
        <NoRows>No flat prices yet. Every trip is priced by the meter.</NoRows>
      )}
      <RowList
        label="Flat prices"
        list="flatPrices"
        onKeyDown={createGridKeyHandler(canAdd ? add : undefined)}
      >
        {prices.map((price, index) => (
          <FlatPriceRow ends={endOptions} index={index} key={price.id} price={price} />
        ))}
      </RowList>
      <RowFaults isOnlyRow className="mt-2" path="flatPrices" />
    </section>
  );
}

interface EndOption {
  key: string;
  name: string;
  kind: "zone" | "place";
  end: FlatPriceEnd;
}

const keyOf = (end: FlatPriceEnd) =>
  end.kind === "zone" ? `zone:${end.zoneId}` : `place:${end.placeId}`;

/** Returns the zones and places in which a flat price can start or end. */
function useEndOptions(): readonly EndOption[] {
  const { world } = useFees();
  return [
    ...world.zones
      .filter(({ active }) => active)
      .map(({ id, name }) => ({ name, end: { kind: "zone" as const, zoneId: id } })),
    ...world.places
      .filter(({ active }) => active)
      .map(({ id, name }) => ({ name, end: { kind: "place" as const, placeId: id } })),
  ].map(({ name, end }) => ({ key: keyOf(end), kind: end.kind, name, end }));
}

function FlatPriceRow({
  price,
  index,
  ends,
}: {
  price: FlatPrice;
  index: number;
  ends: readonly EndOption[];
}) {
  const { draft, world } = useFees();
  const path = `flatPrices.${index}`;
  const classes = world.vehicleClasses.filter(
    ({ id, active }) => active || price.prices.some(({ vehicleClassId }) => vehicleClassId === id),
  );
  return (
    <RowItem>
      <div className="grid grid-cols-1 items-start gap-2 @xl:grid-cols-[minmax(8rem,1.2fr)_minmax(7rem,1fr)_6.75rem_minmax(7rem,1fr)_2.25rem]">
        <div className="flex items-start gap-2">
          <Cell
            className="flex-1"
            format={textFormat(60, "Enter a name")}
            label="Name"
            labelHidden={index > 0}
            path={`${path}.name`}
          />
          <AddedMark path={path} />
        </div>
        <EndCell end={price.from} ends={ends} index={index} label="From" path={`${path}.from`} />
        <ChoiceCell
          label="Direction"
          labelHidden={index > 0}
          onValue={(value) => draft.set(`${path}.bothWays`, value === "both")}
          path={`${path}.bothWays`}
          describe={(was) => (was ? "both ways" : "one way")}
          value={price.bothWays ? "both" : "one"}
        >
          <option value="both">⇄ Both</option>
          <option value="one">→ One way</option>
        </ChoiceCell>
        <EndCell end={price.to} ends={ends} index={index} label="To" path={`${path}.to`} />
        <RemoveButton
          className={index === 0 ? "@xl:mt-5" : ""}
          index={index}
          list="flatPrices"
          rowName={price.name}
        />
      </div>
      <div className="mt-2 grid grid-cols-2 gap-2 @xl:grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))]">
        {classes.map(({ id, name }) => (
          <ClassPrice classId={id} index={index} key={id} name={name} price={price} />
        ))}
      </div>
      <RowFaults className="mt-1" path={path} />
    </RowItem>
  );
}

function EndCell({
  path,
  label,
  end,
  ends,
  index,
}: {
  path: string;
  label: string;
  end: FlatPriceEnd;
  ends: readonly EndOption[];
  index: number;
}) {
  const { draft, names } = useFees();
  const value = keyOf(end);
  const group = (kind: EndOption["kind"]) =>
    ends
      .filter((option) => option.kind === kind)
      .map(({ key, name }) => (
        <option key={key} value={key}>
          {name}
        </option>
      ));
  return (
    <ChoiceCell
      label={label}
      labelHidden={index > 0}
      onValue={(key) => draft.set(path, ends.find((option) => option.key === key)?.end ?? end)}
      path={path}
      describe={(was) => flatPriceEndWords(was as FlatPriceEnd, names)}
      value={value}
    >
      {!ends.some(({ key }) => key === value) && (
        <option value={value}>{flatPriceEndWords(end, names)} (not active)</option>
      )}
      <optgroup label="Zones">{group("zone")}</optgroup>
      <optgroup label="Places">{group("place")}</optgroup>
    </ChoiceCell>
  );
}

/** The flat price of one class. If it is empty, the class uses the meter. */
function ClassPrice({
  price,
  index,
  classId,
  name,
}: {
  price: FlatPrice;
  index: number;
  classId: string;
  name: string;
}) {
  const { draft, reference } = useFees();
  const currency = useDraft(({ schedule }) => schedule.currency);
  const list = `flatPrices.${index}.prices`;
  const priceIndex = price.prices.findIndex(({ vehicleClassId }) => vehicleClassId === classId);
  const value = price.prices[priceIndex]?.amountMinor ?? null;
  const money = moneyFormat(currency);
  const isLastPrice = priceIndex >= 0 && price.prices.length === 1;
  const format: Format<number | null> = {
    ...money,
    read: (text) => {
      if (text.trim() !== "") return money.read(text);
      return isLastPrice ? { fault: "Enter a price for at least one class" } : { value: null };
    },
    write: (minor) => (minor === null ? "" : money.write(minor)),
    describe: (minor) => (minor === null ? "by the meter" : money.describe(minor)),
    placeholder: "by the meter",
  };
  const was = priceInForce(reference, price.id, classId);
  return (
    <ValueCell
      column={classId}
      format={format}
      label={name}
      onValue={(next) =>
        draft.set(
          list,
          next === null
            ? price.prices.filter(({ vehicleClassId }) => vehicleClassId !== classId)
            : priceIndex < 0
              ? [...price.prices, { vehicleClassId: classId, amountMinor: next }]
              : price.prices.with(priceIndex, { vehicleClassId: classId, amountMinor: next }),
        )
      }
      path={priceIndex < 0 ? `${list}.${classId}` : `${list}.${priceIndex}.amountMinor`}
      value={value}
      was={was === undefined || was === value ? null : format.describe(was)}
    />
  );
}

/** Returns the class's flat price in the price list in force; undefined without one. */
function priceInForce(
  { flatPrices }: FeeSchedule,
  id: string,
  classId: string,
): number | null | undefined {
  const before = flatPrices.find((price) => price.id === id);
  if (!before) return undefined;
  return (
    before.prices.find(({ vehicleClassId }) => vehicleClassId === classId)?.amountMinor ?? null
  );
}
