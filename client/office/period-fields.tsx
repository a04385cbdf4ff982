import { useState } from "react";
import { localDay } from "../ui/moment";
import { DateField } from "../ui/text-field";
import { useOffice } from "./calls";

/** The days of a period, typed by staff; `isPeriod` when both are there and in their order. */
export function usePeriod(since: "month" | "year") {
  const { timeZone } = useOffice();
  const [to, setTo] = useState(() => localDay(new Date().toISOString(), timeZone));
  const [from, setFrom] = useState(() =>
    since === "month" ? `${to.slice(0, 7)}-01` : `${to.slice(0, 4)}-01-01`,
  );
  return { from, to, setFrom, setTo, isPeriod: from !== "" && from <= to };
}

/** The first and the last day of a period. */
export function PeriodFields({
  period: { from, to, setFrom, setTo, isPeriod },
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
        error={isPeriod ? null : "The last day is before the first."}
        label="To"
        name="to"
        onChange={({ target: { value } }) => setTo(value)}
        value={to}
      />
    </>
  );
}
