import type { ImportKind } from "../../../src/imports/contract";
import { buttonStyle } from "../../ui/button-style";
import { useMay } from "../use-may";

/** Saves a whole list as CSV, whatever the page shows of it, in the columns that imports read; for owners. */
export function ExportLink({ kind }: { kind: ImportKind }) {
  if (!useMay("imports.manage")) return null;
  return (
    <a
      className={buttonStyle("secondary", "small")}
      download
      href={`/backend/admin/exports/${kind}`}
    >
      Export all (CSV)
    </a>
  );
}
