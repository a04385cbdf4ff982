/** What dispatch does to a reservation, as buttons, menus and the palette call it. */
import {
  AlarmClock,
  Ban,
  Banknote,
  Check,
  CircleSlash,
  CircleX,
  HandCoins,
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

/** In the order in which they lead on; what ends a trip comes last. */
export const actWords: Record<
  ActName,
  { label: string; Icon: LucideIcon; key?: string; danger?: boolean }
> = {
  pin: { label: "Pin the place", Icon: MapPin, key: keys.pin.shown },
  price: { label: "Name the price", Icon: Banknote },
  confirm: { label: "Confirm", Icon: Check, key: keys.confirm.shown },
  call: { label: "Passenger is ready", Icon: PhoneCall },
  assign: { label: "Assign", Icon: UserPlus, key: keys.assign.shown },
  landing: { label: "Flight landed", Icon: PlaneLanding },
  withdraw: { label: "Withdraw offer", Icon: Undo2 },
  unassign: { label: "Take the driver off", Icon: Undo2 },
  earlyStart: { label: "Let the driver start early", Icon: AlarmClock },
  record: { label: "Record payment", Icon: HandCoins },
  settle: { label: "Settle", Icon: Receipt },
  payment: { label: "Who pays", Icon: WalletCards },
  refund: { label: "Refund", Icon: Undo2 },
  waive: { label: "Waive what is due", Icon: CircleSlash },
  fare: { label: "Correct the fare", Icon: PencilLine },
  reopen: { label: "Reopen", Icon: RotateCcw },
  reject: { label: "Reject", Icon: Ban, danger: true },
  noShow: { label: "Nobody came", Icon: UserX, danger: true },
  cancel: { label: "Cancel the trip", Icon: CircleX, danger: true },
};
