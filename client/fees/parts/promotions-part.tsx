import type { CompanyDiscount, Promotion } from "../../../src/fares/contract";
import { lazy } from "../../lazy";
import { Badge } from "../../ui/badge";
import { AmountCell } from "../grid/amount-cell";
import { Cell } from "../grid/cell";
import { ChoiceCell } from "../grid/choice-cell";
import { useDraftValue, useFees } from "../fees-context";
import { focusPath } from "../focus";
import {
  codeFormat,
  dayFormat,
  moneyFormat,
  optional,
  percentFormat,
  textFormat,
  integerFormat,
} from "../formats";
import { createGridKeyHandler } from "../grid/grid-keys";
import { newCompanyDiscount, newPromotion } from "./new-fee-parts";
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

const CompanyRatesPart = lazy(async () => (await import("./company-rates-part")).default);

/** Promotion codes, the discounts of companies, and the prices of companies. */
export function PromotionsPart({ today }: { today: string }) {
  const { draft } = useFees();
  const promotions = useDraftValue<Promotion[]>("promotions");
  const currency = useDraftValue<string>("currency");
  const isFull = promotions.length >= 200;
  const money = optional(moneyFormat(currency), "no limit");
  const add = () => {
    draft.insert("promotions", promotions.length, newPromotion(draft.getState().schedule));
    focusPath(`promotions.${promotions.length}.code`);
  };
  return (
    <section>
      <PartHeader
        action={
          <AddButton disabled={isFull} onAdd={add}>
            Add promotion
          </AddButton>
        }
        title="Promotions"
      >
        The discount applies to the fare with surcharges and extras, before tax and gratuity. The
        dates are booking dates, and the last day is included.
      </PartHeader>
      {promotions.length === 0 && <NoRows>No promotion codes yet. Add one above.</NoRows>}
      <RowList
        label="Promotions"
        list="promotions"
        onKeyDown={createGridKeyHandler(isFull ? undefined : add)}
      >
        {promotions.map((promotion, index) => {
          const path = `promotions.${index}`;
          return (
            <RowItem key={promotion.id}>
              <div className="mb-2 flex items-center gap-2">
                <h3 className="font-semibold text-sm">{promotion.code}</h3>
                <PromotionBadge promotion={promotion} today={today} />
                <AddedMark path={path} />
                <RemoveButton
                  className="ms-auto"
                  index={index}
                  list="promotions"
                  rowName={promotion.code}
                />
              </div>
              <div className="grid grid-cols-2 items-start gap-2 @xl:grid-cols-4">
                <Cell format={codeFormat} label="Code" path={`${path}.code`} />
                <Cell
                  format={textFormat(60, "Enter a name")}
                  label="Name on the receipt"
                  path={`${path}.name`}
                />
                <AmountCell currency={currency} label="Discount" path={`${path}.amount`} />
                <Cell
                  format={money}
                  label={`Maximum discount, ${currency}`}
                  path={`${path}.maxDiscountMinor`}
                />
                <Cell format={dayFormat} label="From" path={`${path}.from`} type="date" />
                <Cell format={dayFormat} label="Until" path={`${path}.until`} type="date" />
                <Cell
                  format={optional(integerFormat(1, 1_000_000), "no limit")}
                  label="Uses"
                  path={`${path}.maxUses`}
                />
                <Cell
                  format={optional(integerFormat(1, 1_000), "no limit")}
                  label="Uses per rider"
                  path={`${path}.maxUsesPerRider`}
                />
                <Cell
                  format={moneyFormat(currency)}
                  label={`Minimum price, ${currency}`}
                  path={`${path}.minimumMinor`}
                />
                <ScopeCell label="Applies to" path={path} />
              </div>
              <RowFaults className="mt-1" path={path} />
            </RowItem>
          );
        })}
      </RowList>
      <CompanyDiscounts />
      <CompanyRatesPart />
    </section>
  );
}

/** The discounts of companies with an account on their trips. */
function CompanyDiscounts() {
  const { draft, world, names } = useFees();
  const discounts = useDraftValue<CompanyDiscount[]>("companyDiscounts");
  const [firstCompany] = world.companies.filter(({ active }) => active);
  const isFull = discounts.length >= 500 || !firstCompany;
  const add = () => {
    if (!firstCompany) return;
    const undiscountedCompany = world.companies.find(
      ({ id, active }) => active && discounts.every(({ companyId }) => companyId !== id),
    );
    draft.insert(
      "companyDiscounts",
      discounts.length,
      newCompanyDiscount((undiscountedCompany ?? firstCompany).id),
    );
    focusPath(`companyDiscounts.${discounts.length}.companyId`);
  };
  return (
    <section className="mt-8">
      <PartHeader
        action={
          <AddButton disabled={isFull} onAdd={add}>
            Add discount
          </AddButton>
        }
        title="Company discounts"
      >
        A company’s discount lowers the price of its trips, before any promotion is deducted. If
        several discounts apply to a trip, the highest one counts. Trips already booked keep their
        price.
      </PartHeader>
      {discounts.length === 0 && (
        <NoRows>
          {firstCompany
            ? "No company has a discount yet. Add one above."
            : "There is no company yet. Add one under Companies."}
        </NoRows>
      )}
      <RowList
        label="Company discounts"
        list="companyDiscounts"
        onKeyDown={createGridKeyHandler(isFull ? undefined : add)}
      >
        {discounts.map(({ id, companyId }, index) => {
          const path = `companyDiscounts.${index}`;
          return (
            <RowItem key={id}>
              <div className="grid grid-cols-2 items-start gap-2 @xl:grid-cols-[minmax(9rem,1fr)_7rem_minmax(8rem,1fr)_auto]">
                <ChoiceCell
                  className="col-span-2 @xl:col-span-1"
                  label="Company"
                  onValue={(value) => draft.set(`${path}.companyId`, value)}
                  path={`${path}.companyId`}
                  describe={(was) => names.company(String(was))}
                  value={companyId}
                >
                  {world.companies
                    .filter((each) => each.active || each.id === companyId)
                    .map((each) => (
                      <option key={each.id} value={each.id}>
                        {each.name}
                      </option>
                    ))}
                </ChoiceCell>
                <Cell format={percentFormat} label="Discount" path={`${path}.percent`} />
                <ScopeCell label="Applies to" path={path} />
                <span className="col-span-2 flex items-center justify-end gap-2 @xl:col-span-1 @xl:mt-5">
                  <AddedMark path={path} />
                  <RemoveButton
                    index={index}
                    list="companyDiscounts"
                    rowName={`discount of ${names.company(companyId)}`}
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

/** Whether the code would be valid today if this price list were in force. */
function PromotionBadge({ promotion, today }: { promotion: Promotion; today: string }) {
  const { from, until } = promotion;
  if (until !== null && until < today) return <Badge>Expired</Badge>;
  if (from !== null && from > today) return <Badge tone="info">Scheduled</Badge>;
  return <Badge tone="success">Valid today</Badge>;
}
