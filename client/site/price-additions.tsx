import type { ReactNode } from "react";
import type { Amount } from "../../src/fares/contract";
import type { PriceList } from "../../src/fares/price-list-contract";
import { Money } from "../ui/money";

/** What comes on top of a ride: when, for what and how much; then what is asked for, and the taxes. */
export function PriceAdditions({ list }: { list: PriceList }) {
  const { surcharges, extras, currency } = list;
  return (
    <div className="mt-8 grid gap-x-12 gap-y-10 lg:grid-cols-2">
      {surcharges.length > 0 && (
        <Additions title="Surcharges">
          {surcharges.map(({ id, name, when, only, amount }) => (
            <Addition
              detail={[when, only].filter(Boolean).join("; ")}
              key={id}
              name={name}
              price={<Share amount={amount} currency={currency} />}
            />
          ))}
        </Additions>
      )}
      {extras.length > 0 && (
        <Additions title="Extras">
          {extras.map(({ id, name, description, only, amountMinor }) => (
            <Addition
              detail={[description, only && `For ${only}.`].filter(Boolean).join(" ")}
              key={id}
              name={name}
              price={amountMinor === 0 ? "Free" : <Money currency={currency} minor={amountMinor} />}
            />
          ))}
        </Additions>
      )}
      <ul className="grid content-start gap-2 text-ink-muted lg:col-span-2">
        {notesOf(list).map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </div>
  );
}

/** What holds for every price. */
function notesOf({ dearestOnly, taxes, gratuityPercent, deadhead }: PriceList): string[] {
  const taxed = taxes.items.map(({ name, percent }) => `${name} (${percent} %)`).join(", ");
  return [
    dearestOnly && "Of surcharges that hold at the same time, only the dearest counts.",
    taxed &&
      (taxes.included
        ? `All prices include ${taxed}.`
        : `Rates, fixed prices, surcharges and extras are before ${taxed}; “from” prices and the rides above include it.`),
    gratuityPercent &&
      `A gratuity of ${gratuityPercent} % is part of the price unless you choose another one.`,
    deadhead,
  ].filter((note) => typeof note === "string" && note !== "") as string[];
}

function Share({ amount, currency }: { amount: Amount; currency: string }) {
  return amount.kind === "percent" ? (
    `+ ${amount.percent} %`
  ) : (
    <>
      + <Money currency={currency} minor={amount.amountMinor} />
    </>
  );
}

function Additions({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <h3 className="text-lg">{title}</h3>
      <dl className="mt-2 divide-y divide-line">{children}</dl>
    </div>
  );
}

function Addition({ name, detail, price }: { name: string; detail: string; price: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-6 py-3">
      <dt className="min-w-0 break-words">
        {name}
        {detail && <span className="block text-ink-muted text-sm">{detail}</span>}
      </dt>
      <dd className="shrink-0 font-medium tabular-nums">{price}</dd>
    </div>
  );
}
