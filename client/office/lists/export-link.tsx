import type { ImportKind } from "../../../src/imports/contract";
import { buttonStyle } from "../../ui/button-style";
import { usePermission } from "../use-permission";

/** Saves a whole list as CSV, not only the rows shown, with the columns that imports read. For owners. */
export function ExportLink({ kind }: { kind: ImportKind }) {
  if (!usePermission("imports.manage")) return null;
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
