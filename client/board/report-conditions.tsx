import { X } from "lucide-react";
import { useEffect, useState } from "react";
import type { ReservationRow } from "../../src/reservations/contract";
import { type BoardSearch, withoutReportFilters } from "./board-filters";
import { driverName } from "../office/words";
import { useOffice } from "../office/calls";

const sourceWords = { web: "booked on the website", phone: "booked by phone", demo: "demo" };

/** The filters that a report has set, as a chip that clears them. */
export function ReportConditions({
  search,
  rows,
  onChange,
}: {
  search: BoardSearch;
  /** The listed rows, from which the chip takes names. */
  rows: readonly ReservationRow[];
  onChange: (change: Partial<BoardSearch>) => void;
}) {
  const { driver, vehicleClass, company, order, source, arrival } = search;
  const companyName = useCompanyName(company);
  const driverOfRow = rows.find((row) => row.driver?.id === driver)?.driver;
  const vehicleClassName = rows.find((row) => row.vehicleClass.id === vehicleClass)?.vehicleClass
    .name;
  const words = [
    driver === "none" && "without a driver",
    driver &&
      driver !== "none" &&
      (driverOfRow ? `driven by ${driverName(driverOfRow)}` : "of one driver"),
    vehicleClass && `in the ${vehicleClassName ?? "chosen"} class`,
    company && (company === "none" ? "not for a company" : `for ${companyName ?? "one company"}`),
    order && "of one booking",
    source && sourceWords[source],
    arrival && (arrival === "late" ? "with a late driver" : "with an on-time driver"),
  ].filter((each) => typeof each === "string");
  return (
    <p className="mb-3">
      <button
        className="inline-flex min-h-8 items-center gap-1.5 rounded-full border border-accent-text bg-accent-surface px-3 text-start font-medium text-accent-text text-xs pointer-coarse:min-h-11 pointer-coarse:text-sm"
        onClick={() => onChange(withoutReportFilters)}
        type="button"
      >
        {`Only trips ${words.join(", ")}`}
        <X aria-hidden="true" size={14} />
        <span className="sr-only">{". Show all trips"}</span>
      </button>
    </p>
  );
}

/** Loads a company's name, which rows do not have. Null until loaded. */
function useCompanyName(id: string | undefined): string | null {
  const { api, call } = useOffice();
  const [loadedCompany, setLoadedCompany] = useState<{ id: string; name: string } | null>(null);
  useEffect(() => {
    if (id === undefined || id === "none") return;
    let isUnmounted = false;
    call(api.admin.companies[":id"].$get({ param: { id } })).then(
      ({ company }) => {
        if (!isUnmounted) setLoadedCompany({ id, name: company.name });
      },
      () => {
        // Without the name, the chip has a general text, and the list shows the error.
      },
    );
    return () => {
      isUnmounted = true;
    };
  }, [api, call, id]);
  return loadedCompany && loadedCompany.id === id ? loadedCompany.name : null;
}
