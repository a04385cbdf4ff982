import { type ComponentProps, useState } from "react";
import { buttonStyle } from "../ui/button-style";
import { localDay, months } from "../ui/moment";
import { SelectField } from "../ui/select-field";
import { DateField } from "../ui/text-field";
import { useOffice } from "./calls";
import { useCurrentTime } from "./use-current-time";

/**
 * Keeps the first and last day of a period that staff type. `isValidPeriod` is true if both are filled in and in order.
 */
export function usePeriod(since: "month" | "year") {
  const { timeZone } = useOffice();
  const [to, setTo] = useState(() => localDay(new Date().toISOString(), timeZone));
  const [from, setFrom] = useState(() =>
    since === "month" ? `${to.slice(0, 7)}-01` : `${to.slice(0, 4)}-01-01`,
  );
  return { from, to, setFrom, setTo, isValidPeriod: from !== "" && from <= to };
}

/** The fields for the first and the last day of a period. */
export function PeriodFields({
  period: { from, to, setFrom, setTo, isValidPeriod },
}: {
  period: ReturnType<typeof usePeriod>;
}) {
  return (
    <>
      <DateField
        dense
        label="From"
        name="from"
        onChange={({ target: { value } }) => setFrom(value)}
        value={from}
      />
      <DateField
        dense
        error={isValidPeriod ? null : "The last day is before the first."}
        label="To"
        name="to"
        onChange={({ target: { value } }) => setTo(value)}
        value={to}
      />
    </>
  );
}

/** How many months can be chosen, up to the current one. */
const MONTHS_OFFERED = 36;

/**
 * A select for a month, with a value such as `2026-11`. Firefox and Safari have no month picker. `all` adds an option
 * without a value before the months.
 */
export function MonthField({
  all,
  ...select
}: Omit<ComponentProps<typeof SelectField>, "children"> & { all?: string }) {
  const [year, month] = useThisMonth()?.split("-").map(Number) ?? [];
  return (
    <SelectField {...select}>
      {all && <option value="">{all}</option>}
      {Array.from({ length: year && month ? MONTHS_OFFERED : 0 }, (_, monthsBack) => {
        const monthNumber = (year ?? 0) * 12 + (month ?? 0) - 1 - monthsBack;
        const value = `${Math.floor(monthNumber / 12)}-${String((monthNumber % 12) + 1).padStart(2, "0")}`;
        return (
          <option key={value} value={value}>
            {`${months[monthNumber % 12]} ${Math.floor(monthNumber / 12)}`}
          </option>
        );
      })}
    </SelectField>
  );
}

/** Returns the current month, such as `2026-11`; null while hydrating, because the server's month may differ. */
function useThisMonth(): string | null {
  const { timeZone } = useOffice();
  const now = useCurrentTime();
  return now === null ? null : localDay(new Date(now).toISOString(), timeZone).slice(0, 7);
}

/** Downloads a month's rows as a spreadsheet; `path` takes the query `month`. */
export function MonthFileLink({ label, path }: { label: string; path: string }) {
  const [chosen, setMonth] = useState<string | null>(null);
  const current = useThisMonth();
  const month = chosen ?? current ?? "";
  return (
    <div className="flex flex-wrap items-end gap-3">
      <MonthField
        dense
        label={label}
        name="month"
        onChange={({ target }) => setMonth(target.value)}
        value={month}
      />
      <a
        className={buttonStyle("secondary", "small")}
        download
        href={`/backend/${path}?month=${month}`}
      >
        Download CSV
      </a>
    </div>
  );
}
