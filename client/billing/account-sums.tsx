import type { AccountSums } from "../../src/payouts/contract";
import { outcomeWords } from "../../src/payouts/words";
import { Money } from "../ui/money";
import { useWords } from "../words/use-words";

/** The balance of an account and its parts. Parts of zero are left out. */
export function AccountSumList({
  sums,
  brand,
  payee,
}: {
  sums: AccountSums;
  brand: string;
  /** The driver's name, if the reader is somebody else. */
  payee?: string;
}) {
  const t = useWords();
  const { currency, closingMinor } = sums;
  const parts: [name: string, minor: number, always?: boolean][] = [
    [t("Carried over"), sums.openingMinor],
    [t("Earned"), sums.payMinor, true],
    [t("Collected from passengers"), -sums.heldMinor],
    [t("Corrections to earlier trips"), sums.correctionsMinor],
    [t("Adjustments"), sums.adjustmentsMinor],
    [t("Payments"), sums.paymentsMinor],
  ];
  return (
    <div>
      <p className="text-ink-muted">{outcomeWords(closingMinor, brand, { payee, t })}</p>
      <p className="font-semibold text-2xl">
        <Money currency={currency} minor={Math.abs(closingMinor)} />
      </p>
      <dl className="mt-4 divide-y divide-line border-line border-t">
        {parts
          .filter(([, minor, isAlwaysShown]) => minor !== 0 || isAlwaysShown)
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
