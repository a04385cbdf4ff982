import type { Extra } from "../../../src/fares/contract";
import { Cell } from "../grid/cell";
import { useDraftValue, useFees } from "../fees-context";
import { focusPath } from "../focus";
import { moneyFormat, textFormat, integerFormat } from "../formats";
import { createGridKeyHandler } from "../grid/grid-keys";
import { newExtra } from "./new-fee-parts";
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

/** Extras that riders can add to a trip. */
export function ExtrasPart() {
  const { draft } = useFees();
  const extras = useDraftValue<Extra[]>("extras");
  const currency = useDraftValue<string>("currency");
  const isFull = extras.length >= 50;
  const add = () => {
    draft.insert("extras", extras.length, newExtra(draft.getState().schedule));
    focusPath(`extras.${extras.length}.name`);
  };
  return (
    <section>
      <PartHeader
        action={
          <AddButton disabled={isFull} onAdd={add}>
            Add extra
          </AddButton>
        }
        title="Extras"
      >
        Riders can add extras to a trip, for example a child seat, a greeting sign or an
        interpreter.
      </PartHeader>
      {extras.length === 0 && (
        <NoRows>No extras yet. Add one above, and riders can choose it when they book.</NoRows>
      )}
      <RowList
        label="Extras"
        list="extras"
        onKeyDown={createGridKeyHandler(isFull ? undefined : add)}
      >
        {extras.map((extra, index) => {
          const path = `extras.${index}`;
          return (
            <RowItem key={extra.id}>
              <div className="grid grid-cols-2 items-start gap-2 @xl:grid-cols-[minmax(9rem,1fr)_7rem_5rem_minmax(8rem,0.8fr)_2.25rem]">
                <div className="col-span-2 flex items-end gap-2 @xl:col-span-1">
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
                <Cell
                  format={moneyFormat(currency)}
                  label={`Price each, ${currency}`}
                  path={`${path}.amountMinor`}
                />
                <Cell format={integerFormat(1, 20)} label="Maximum" path={`${path}.maxQuantity`} />
                <ScopeCell label="Offered for" path={path} />
                <RemoveButton
                  className="justify-self-end @xl:mt-5"
                  index={index}
                  list="extras"
                  rowName={extra.name}
                />
              </div>
              <Cell
                className="mt-2"
                format={{ ...textFormat(160), placeholder: "Description for riders" }}
                label="Description"
                labelHidden
                path={`${path}.description`}
              />
              <RowFaults className="mt-1" path={path} />
            </RowItem>
          );
        })}
      </RowList>
    </section>
  );
}
