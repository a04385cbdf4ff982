import { X } from "lucide-react";
import { useEffect, useState } from "react";
import type { ReservationRow } from "../../src/reservations/contract";
import { type BoardSearch, isOfReport, noReport } from "./board-filters";
import { driverName } from "../office/words";
import { useOffice } from "../office/calls";

const sourceWords = { web: "booked on the website", phone: "booked by phone", demo: "demo" };

/** What a report's figure narrows the board by, in words, and the way out of it. */
export function ReportConditions({
  search,
  rows,
  onChange,
}: {
  search: BoardSearch;
  /** What is listed: its rows know the names. */
  rows: readonly ReservationRow[];
  onChange: (change: Partial<BoardSearch>) => void;
}) {
  const { driver, vehicleClass, company, source, arrival } = search;
  const companyName = useCompanyName(company);
  if (!isOfReport(search)) return null;
  const named = rows.find((row) => row.driver?.id === driver)?.driver;
  const ofClass = rows.find((row) => row.vehicleClass.id === vehicleClass)?.vehicleClass.name;
  const words = [
    driver === "none" && "without a driver",
    driver && driver !== "none" && (named ? `driven by ${driverName(named)}` : "of one driver"),
    vehicleClass && `in the ${ofClass ?? "chosen"} class`,
    company && (company === "none" ? "not for a company" : `for ${companyName ?? "one company"}`),
    source && sourceWords[source],
    arrival && (arrival === "late" ? "with a late driver" : "with an on-time driver"),
  ].filter((each) => typeof each === "string");
  return (
    <p className="mb-3">
      <button
        className="inline-flex min-h-8 items-center gap-1.5 rounded-full border border-accent-text bg-accent-surface px-3 text-start font-medium text-accent-text text-xs pointer-coarse:min-h-11 pointer-coarse:text-sm"
        onClick={() => onChange(noReport)}
        type="button"
      >
        Only trips {words.join(", ")}
        <X aria-hidden="true" size={14} />
        <span className="sr-only">, show all trips</span>
      </button>
    </p>
  );
}

/** What a company is called, which no row says; null until that is known. */
function useCompanyName(id: string | undefined): string | null {
  const { api, call } = useOffice();
  const [known, setKnown] = useState<{ id: string; name: string } | null>(null);
  useEffect(() => {
    if (id === undefined || id === "none") return;
    let left = false;
    call(api.admin.companies[":id"].$get({ param: { id } })).then(
      ({ company }) => {
        if (!left) setKnown({ id, name: company.name });
      },
      () => {
        // The chip says the same without the name, and the list itself says what is wrong.
      },
    );
    return () => {
      left = true;
    };
  }, [api, call, id]);
  return known && known.id === id ? known.name : null;
}
