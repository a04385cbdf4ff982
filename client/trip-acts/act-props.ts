import type { ReservationRow } from "../../src/reservations/contract";
import type { ActName } from "./allowed-acts";
import type { Act } from "./use-acts";

/** The acts that ask something first. */
export type AskedAct = Extract<
  ActName,
  | "pin"
  | "price"
  | "landing"
  | "record"
  | "payment"
  | "refund"
  | "waive"
  | "fare"
  | "assign"
  | "reject"
  | "cancel"
  | "unassign"
  | "earlyStart"
  | "noShow"
  | "reopen"
>;

/** What every dialog of an act is handed. */
export interface ActDialogProps {
  name: AskedAct;
  row: ReservationRow;
  act: Act;
  onClose: () => void;
}
