import type { FeeSchedule } from "../../../src/fares/contract";
import { Card } from "../../ui/card";
import { Cell } from "../grid/cell";
import { ChoiceCell } from "../grid/choice-cell";
import { useDraftValue, useFees } from "../fees-context";
import { focusPath } from "../focus";
import { type Format, optional, percentFormat, textFormat } from "../formats";
import { createGridKeyHandler } from "../grid/grid-keys";
import { RowItem, RowList } from "../grid/row-list";
import { AddButton, NoRows, PartHeader, RemoveButton, RowFaults } from "../grid/row-parts";
import { ScopeCell } from "../grid/scope-cell";

const MAX_GRATUITY_CHOICES = 5;

/** Several percentages in one field: "10, 15, 20". */
const percentagesFormat: Format<number[]> = {
  read: (text) => {
    const parts = text.split(/[,;\s]+/).filter((part) => part !== "" && part !== "%");
    if (parts.length > MAX_GRATUITY_CHOICES)
      return { fault: `Use at most ${MAX_GRATUITY_CHOICES}` };
    const values: number[] = [];
    for (const part of parts) {
      const read = percentFormat.read(part);
      if ("fault" in read) return read;
      values.push(read.value);
    }
    return { value: values };
  },
  write: (values) => values.map(percentFormat.write).join(", "),
  describe: (values) => values.map(percentFormat.describe).join(", ") || "none",
  placeholder: "none",
};

export function TaxesPart() {
  const { draft } = useFees();
  const taxes = useDraftValue<FeeSchedule["taxes"]>("taxes");
  const isFull = taxes.items.length >= 5;
  const add = () => {
    const item = { name: "Tax", percent: 0, serviceTypes: [] };
    draft.insert("taxes.items", taxes.items.length, item);
    focusPath(`taxes.items.${taxes.items.length}.name`);
  };
  return (
    <>
      <section>
        <PartHeader
          action={
            <AddButton disabled={isFull} onAdd={add}>
              Add tax
            </AddButton>
          }
          title="Taxes"
        >
          Choose whether your prices include all taxes, or whether taxes are added.
        </PartHeader>
        <Card className="mb-3 !p-3">
          <ChoiceCell
            className="max-w-72"
            label="Prices"
            onValue={(value) => draft.set("taxes.included", value === "in")}
            path="taxes.included"
            describe={(was) => (was ? "prices include taxes" : "taxes are added")}
            value={taxes.included ? "in" : "added"}
          >
            <option value="in">Prices include taxes</option>
            <option value="added">Taxes are added</option>
          </ChoiceCell>
        </Card>
        {taxes.items.length === 0 && <NoRows>No taxes yet. Riders pay and see no tax.</NoRows>}
        <RowList
          label="Taxes"
          list="taxes"
          onKeyDown={createGridKeyHandler(isFull ? undefined : add)}
        >
          {taxes.items.map(({ name }, index) => {
            const path = `taxes.items.${index}`;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: taxes go by their order
              <RowItem key={index}>
                <div className="grid grid-cols-[minmax(0,1fr)_6rem_auto] items-start gap-2 @xl:grid-cols-[minmax(0,1fr)_6rem_minmax(10rem,1fr)_2.25rem]">
                  <Cell
                    format={textFormat(40, "Enter a name")}
                    label="Name"
                    path={`${path}.name`}
                  />
                  <Cell format={percentFormat} label="Rate" path={`${path}.percent`} />
                  <RemoveButton
                    className="mt-5 @xl:order-last"
                    index={index}
                    list="taxes.items"
                    rowName={name}
                  />
                  <ScopeCell
                    className="col-span-3 @xl:col-span-1"
                    label="Applies to"
                    path={path}
                    showsClasses={false}
                  />
                  <RowFaults className="col-span-full" path={path} />
                </div>
              </RowItem>
            );
          })}
        </RowList>
        <RowFaults isOnlyRow className="mt-2" path="taxes.items" />
        <RowFaults isOnlyRow path="taxes" />
      </section>
      <section className="mt-8">
        <PartHeader title="Gratuity">
          A percentage of the amount before tax. The driver gets all of the gratuity, unless you set
          a smaller share under Driver pay.
        </PartHeader>
        <Card className="@container !p-3">
          <div className="grid gap-3 @md:grid-cols-2">
            <Cell
              format={optional(percentFormat, "none")}
              hint="Added to every trip, unless the rider changes the gratuity."
              label="Automatic"
              path="gratuity.automaticPercent"
            />
            <Cell
              format={percentagesFormat}
              hint="Up to five, separated by commas."
              label="Offered in the booking form, %"
              path="gratuity.choices"
            />
          </div>
          <RowFaults path="gratuity" />
        </Card>
      </section>
    </>
  );
}
