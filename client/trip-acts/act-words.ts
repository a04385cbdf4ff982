/** The labels of dispatch's actions on a reservation, for buttons, menus and the palette. */
import {
  AlarmClock,
  Ban,
  Banknote,
  Check,
  CircleX,
  type LucideIcon,
  MapPin,
  PencilLine,
  PhoneCall,
  PlaneLanding,
  Receipt,
  RotateCcw,
  Undo2,
  UserPlus,
  UserX,
  WalletCards,
} from "lucide-react";
import type { ActName } from "./allowed-acts";
import { keys } from "../office/keys/keys";

/** The labels, in the order of a trip's life. Actions that end a trip come last. */
export const actionWords: Record<
  ActName,
  { label: string; Icon: LucideIcon; key?: string; danger?: boolean }
> = {
  pin: { label: "Put on map", Icon: MapPin, key: keys.pin.shown },
  price: { label: "Set price", Icon: Banknote },
  quote: { label: "Send quote", Icon: Receipt },
  confirm: { label: "Confirm booking", Icon: Check, key: keys.confirm.shown },
  call: { label: "Mark passenger ready", Icon: PhoneCall },
  assign: { label: "Assign driver", Icon: UserPlus, key: keys.assign.shown },
  follow: { label: "Move pickup for flight", Icon: PlaneLanding, key: keys.follow.shown },
  farmOut: { label: "Offer to affiliate", Icon: UserPlus },
  landing: { label: "Record landing", Icon: PlaneLanding },
  withdraw: { label: "Withdraw offer", Icon: Undo2 },
  unassign: { label: "Unassign driver", Icon: Undo2 },
  earlyStart: { label: "Let driver start early", Icon: AlarmClock },
  record: { label: "Record payment", Icon: Banknote },
  settle: { label: "Settle trip", Icon: Receipt },
  payment: { label: "Change payment", Icon: WalletCards },
  refund: { label: "Refund rider", Icon: Undo2 },
  waive: { label: "Waive amount due", Icon: Ban },
  fare: { label: "Correct fare", Icon: PencilLine },
  agree: { label: "Agree on price", Icon: PencilLine },
  reopen: { label: "Reopen trip", Icon: RotateCcw },
  reject: { label: "Reject booking", Icon: Ban, danger: true },
  noShow: { label: "Report no-show", Icon: UserX, danger: true },
  cancel: { label: "Cancel trip", Icon: CircleX, danger: true },
};
