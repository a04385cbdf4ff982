import type { ReservationRow } from "../../src/reservations/contract";
import type { ActName } from "./allowed-acts";
import type { Act } from "./use-act";

/** The actions with a dialog. */
export type DialogAct = Extract<
  ActName,
  | "confirm"
  | "pin"
  | "price"
  | "quote"
  | "agree"
  | "landing"
  | "record"
  | "payment"
  | "refund"
  | "waive"
  | "fare"
  | "assign"
  | "farmOut"
  | "reject"
  | "cancel"
  | "unassign"
  | "earlyStart"
  | "noShow"
  | "reopen"
>;

/** The props of every action dialog. */
export interface ActDialogProps {
  name: DialogAct;
  row: ReservationRow;
  act: Act;
  onClose: () => void;
}
