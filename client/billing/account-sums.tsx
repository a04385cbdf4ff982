import type { AccountSums } from "../../src/payouts/contract";
import { outcomeWords } from "../../src/payouts/words";
import { Money } from "../ui/money";

/** The balance of an account and its parts. Parts of zero are left out. */
export function AccountSumList({
  sums,
  brand,
  payee,
}: {
  sums: AccountSums;
  brand: string;
  /** The driver's name, for other readers. */
  payee?: string;
}) {
  const { currency, closingMinor } = sums;
  const parts: [name: string, minor: number, always?: boolean][] = [
    ["Carried over", sums.openingMinor],
    ["Earned", sums.payMinor, true],
    ["Collected from passengers", -sums.heldMinor],
    ["Corrections to earlier trips", sums.correctionsMinor],
    ["Adjustments", sums.adjustmentsMinor],
    ["Payments", sums.paymentsMinor],
  ];
  return (
    <div>
      <p className="text-ink-muted">{outcomeWords(closingMinor, brand, payee)}</p>
      <p className="font-semibold text-2xl">
        <Money currency={currency} minor={Math.abs(closingMinor)} />
      </p>
      <dl className="mt-4 divide-y divide-line border-line border-t">
        {parts
          .filter(([, minor, always]) => minor !== 0 || always)
          .map(([name, minor]) => (
            <div className="flex items-baseline justify-between gap-4 py-2" key={name}>
              <dt className="text-ink-muted">{name}</dt>
              <dd>
                <Money currency={currency} minor={minor} />
              </dd>
            </div>
          ))}
      </dl>
    </div>
  );
}
