import { formatMoney as writeAmount } from "../../src/settings/money-rules";
import { classNames } from "./class-names";
import { useWords } from "../words/use-words";
import { english, type Say } from "../words/words";

/** Returns an amount in minor units as screens show it, "RWF 12,500" or "€12.50", in the page's language. */
export function formatMoney(minor: number, currency: string, { language }: Say = english): string {
  return writeAmount(minor, currency, language, "symbol");
}

/** An amount in figures of equal width, which never wraps. */
export function Money({
  minor,
  currency,
  className,
}: {
  minor: number;
  currency: string;
  className?: string | undefined;
}) {
  return (
    <span className={classNames("figures", className)}>
      {formatMoney(minor, currency, useWords())}
    </span>
  );
}
