import { X } from "lucide-react";
import { useState } from "react";
import type { AdminRole } from "../../../src/accounts/contract";
import type { ReservationRow } from "../../../src/reservations/contract";
import { Button } from "../../ui/button";
import { IconButton } from "../../ui/icon-button";
import { type BulkAction, bulkActions, bulkActionWords, mayActInBulk } from "./bulk-actions";
import { BulkDialog } from "./bulk-dialog";

/** The actions for the selected reservations, at the bottom of the window. */
export function BulkBar({
  chosen,
  role,
  onKeep,
}: {
  chosen: readonly ReservationRow[];
  role: AdminRole;
  /** Reduces the selection to these reservations. */
  onKeep: (ids: readonly string[]) => void;
}) {
  const [openAction, setOpenAction] = useState<{
    name: BulkAction;
    rows: readonly ReservationRow[];
  } | null>(null);
  return (
    <>
      {chosen.length > 0 && (
        <section
          aria-label="Selected reservations"
          className="sticky bottom-3 z-10 mt-3 flex flex-wrap items-center gap-2 rounded-lg border border-line-strong bg-surface-raised p-2 shadow-lg"
        >
          <p className="px-1 font-medium text-sm tabular-nums" role="status">
            {`${chosen.length} selected`}
          </p>
          {bulkActions
            .filter((name) => mayActInBulk(name, role))
            .map((name) => (
              <Button
                key={name}
                onClick={() => setOpenAction({ name, rows: chosen })}
                size="small"
                variant="secondary"
              >
                {bulkActionWords[name].label}
              </Button>
            ))}
          <IconButton
            className="ms-auto"
            dense
            icon={<X aria-hidden="true" size={16} />}
            label="Clear selection"
            onClick={() => onKeep([])}
          />
        </section>
      )}
      {openAction && (
        <BulkDialog {...openAction} onClose={() => setOpenAction(null)} onKeep={onKeep} />
      )}
    </>
  );
}
