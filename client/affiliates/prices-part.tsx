import type { Affiliate } from "../../src/affiliates/contract";
import { customRateFields } from "../ui/custom-rates";
import { ButtonLink } from "../ui/button-link";
import { Card } from "../ui/card";
import { formatMoney } from "../ui/money";
import { Section } from "../ui/section";
import { type Column, Table } from "../ui/table";
import { serviceWords } from "../ui/trip-words";

type Prices = NonNullable<Affiliate["prices"]>;
type Rates = Prices["rates"][number];

/** The affiliate's own discounts and rates in the price list. */
export function PricesPart({ prices }: { prices: Affiliate["prices"] }) {
  return (
    <Section
      actions={
        <ButtonLink
          size="small"
          to="/dispatch/dashboard/FeeManagement/promotions"
          variant="secondary"
        >
          Change price list
        </ButtonLink>
      }
      detail="You pay these prices for the affiliate’s trips, unless you agree on a different amount in an offer."
      title="Prices"
    >
      {prices === null ? (
        <p>There is no price list in force.</p>
      ) : (
        <>
          {prices.discounts.map((each) => (
            <p className="mb-2" key={JSON.stringify(each)}>
              {discountText(each)}
            </p>
          ))}
          {prices.rates.length > 0 ? (
            <RatesTable prices={prices} />
          ) : (
            <p>This affiliate has no rates of its own. The price list’s rates apply.</p>
          )}
        </>
      )}
    </Section>
  );
}

function discountText({ percent, vehicleClasses, serviceTypes }: Prices["discounts"][number]) {
  const appliesTo = [...vehicleClasses, ...serviceTypes.map((each) => serviceWords[each])];
  return appliesTo.length > 0
    ? `Discount of ${percent}% for ${appliesTo.join(", ")}`
    : `Discount of ${percent}%`;
}

function RatesTable({ prices: { rates, currency, distanceUnit } }: { prices: Prices }) {
  const fields = customRateFields(distanceUnit);
  const amountText = (minor: number | null) =>
    minor === null ? "usual" : formatMoney(minor, currency);
  const columns: Column<Rates>[] = [
    { id: "class", header: "Class", cell: ({ vehicleClass }) => vehicleClass },
    ...fields.map(([header, field]) => ({
      id: field,
      header,
      numeric: true,
      cell: (row: Rates) => amountText(row[field]),
    })),
  ];
  return (
    <Table
      caption="The affiliate’s own prices"
      card={(row) => (
        <Card>
          <p className="font-medium">{row.vehicleClass}</p>
          <p className="text-ink-muted text-sm">
            {fields
              .filter(([, field]) => row[field] !== null)
              .map(([header, field]) => `${header} ${amountText(row[field])}`)
              .join(", ")}
          </p>
        </Card>
      )}
      columns={columns}
      dense
      rowKey={(row) => row.vehicleClass}
      rows={rates}
    />
  );
}
