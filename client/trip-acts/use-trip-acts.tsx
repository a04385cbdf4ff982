import { type ReactNode, useState } from "react";
import type { AdminRole } from "../../src/accounts/contract";
import type { Reservation, ReservationRow } from "../../src/reservations/contract";
import { lazy, usePreload } from "../lazy";
import { showToast } from "../ui/toasts";
import type { DialogAct } from "./act-props";
import { type ActName, mayAct, canRoleAct } from "./allowed-acts";
import { type Act, useAct } from "./use-act";
import { useOffice } from "../office/calls";

const ActDialog = lazy(async () => (await import("./act-dialog")).ActDialog);
const AssignDialog = lazy(async () => (await import("./assign-dialog")).AssignDialog);

/** Starts an action on a reservation, directly or through its dialog. */
interface TripActs {
  act: Act;
  busyId: string | null;
  /** The last reservation that an action returned, which is newer than any list. */
  latestTrip: Reservation | null;
  start: (name: ActName, row: ReservationRow) => Promise<void>;
  /** The open action's dialog, which the caller renders. */
  dialog: ReactNode;
}

/** Runs dispatch's actions on reservations, for the board and a reservation's page. */
export function useTripActs(role: AdminRole): TripActs {
  const office = useOffice();
  const { api } = office;
  const { act, busyId, latestTrip } = useAct();
  const [dialogRequest, setDialogRequest] = useState<{
    name: DialogAct;
    row: ReservationRow;
  } | null>(null);
  usePreload(ActDialog);
  // Preloads the assign dialog too, because a key opens it at once.
  usePreload(AssignDialog);

  const start = async (name: ActName, row: ReservationRow) => {
    if (!mayAct(name, row.state) || !canRoleAct(name, role) || busyId !== null) return;
    if (name === "follow")
      return (await import("./flight/follow-flight")).followFlight(office, act, row);
    const hasOtherVehicles = name === "confirm" && (row.order?.count ?? 1) > 1;
    if (
      hasOtherVehicles ||
      (name !== "confirm" && name !== "withdraw" && name !== "settle" && name !== "call")
    )
      return setDialogRequest({ name, row });
    const path = api.admin.reservations[":id"];
    const param = { id: row.id };
    const work = {
      confirm: (version: number) => path.confirmation.$post({ param, json: { version } }),
      call: (version: number) => path.call.$post({ param, json: { version } }),
      withdraw: (version: number) => path.offer.$delete({ param, json: { version } }),
      settle: (version: number) => path.settlement.$post({ param, json: { version } }),
    };
    const successTexts = {
      confirm: `Reservation ${row.number} confirmed`,
      call: `Reservation ${row.number} is ready for pickup`,
      withdraw: "Offer withdrawn",
      settle: `Reservation ${row.number} settled`,
    };
    const outcome = await act(row, work[name], successTexts[name]);
    if (outcome.kind === "failed") showToast("error", outcome.text);
  };

  const dialog = dialogRequest && (
    <ActDialog
      act={act}
      key={`${dialogRequest.name} ${dialogRequest.row.id}`}
      name={dialogRequest.name}
      onClose={() => setDialogRequest(null)}
      row={dialogRequest.row}
    />
  );
  return { act, busyId, latestTrip, start, dialog };
}
