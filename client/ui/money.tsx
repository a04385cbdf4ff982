/** Decimal digits of a currency's minor unit: 2 for EUR, 0 for RWF, 3 for KWD (ISO 4217). */
export function minorDigits(currency: string): number {
  return formatter(currency).resolvedOptions().maximumFractionDigits ?? 2;
}

/**
 * An amount as text, "RWF 12,500" or "€12.50". `minor` is a whole number of the currency's minor
 * units. The same on the server and in every browser: English, whatever the browser's language.
 */
export function formatMoney(minor: number, currency: string): string {
  return formatter(currency).format(minor / 10 ** minorDigits(currency));
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

const formatters = new Map<string, Intl.NumberFormat>();

function formatter(currency: string): Intl.NumberFormat {
  let found = formatters.get(currency);
  if (!found) {
    found = new Intl.NumberFormat("en", { style: "currency", currency });
    formatters.set(currency, found);
  }
  return found;
}
