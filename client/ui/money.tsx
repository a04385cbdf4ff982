/** Decimal digits of a currency's minor unit: 2 for EUR, 0 for RWF, 3 for KWD (ISO 4217). */
export function minorDigits(currency: string): number {
  return currencyOf(currency).digits;
}

/**
 * An amount as text, "RWF 12,500" or "€12.50". `minor` is a whole number of the currency's minor
 * units. The same on the server and in every browser: English, whatever the browser's language.
 */
export function formatMoney(minor: number, currency: string): string {
  const { format, digits } = currencyOf(currency);
  return format.format(minor / 10 ** digits);
}

/** An amount in figures of equal width, never broken across lines. */
export function Money({
  minor,
  currency,
  className = "",
}: {
  minor: number;
  currency: string;
  className?: string;
}) {
  return (
    <span className={`whitespace-nowrap tabular-nums ${className}`}>
      {formatMoney(minor, currency)}
    </span>
  );
}

interface Currency {
  format: Intl.NumberFormat;
  digits: number;
}

const currencies = new Map<string, Currency>();

/** Made once for each currency: either part takes longer than formatting does. */
function currencyOf(code: string): Currency {
  let found = currencies.get(code);
  if (!found) {
    const format = new Intl.NumberFormat("en", { style: "currency", currency: code });
    found = { format, digits: format.resolvedOptions().maximumFractionDigits ?? 2 };
    currencies.set(code, found);
  }
  return found;
}
