/**
 * Every key of dispatch: the one list that handlers ask and that the sheet of keys is made from. A key
 * that is not here does nothing, and what is here is on the sheet.
 */

/** Where a key works, in the order of the sheet. */
export const keyPlaces = [
  "Everywhere",
  "A new booking",
  "The board",
  "The timeline",
  "Lost and found",
] as const;

interface Key {
  at: (typeof keyPlaces)[number];
  /** By `KeyboardEvent.key`; letters in lower case. */
  on: readonly string[];
  /** With Ctrl, or the command key. */
  ctrl?: true;
  /** With or without Shift, where that makes a difference. */
  shift?: boolean;
  /** As the sheet shows it. */
  shown: string;
  /** What it does. */
  does: string;
}

export const keys = {
  palette: {
    at: "Everywhere",
    on: ["k"],
    ctrl: true,
    shown: "Ctrl K",
    does: "Go anywhere, find and do anything",
  },
  new: {
    at: "Everywhere",
    on: ["n"],
    shown: "N",
    does: "New booking, while a caller is on the line",
  },
  search: { at: "Everywhere", on: ["/"], shown: "/", does: "Search reservations" },
  map: { at: "Everywhere", on: ["m"], shown: "M", does: "Map of all drivers" },
  lock: { at: "Everywhere", on: ["l"], shown: "L", does: "Lock the screen" },
  sheet: { at: "Everywhere", on: ["?"], shown: "?", does: "Show this" },
  field: { at: "A new booking", on: ["Enter"], shown: "Enter", does: "Go on to the next field" },
  book: {
    at: "A new booking",
    on: ["Enter"],
    ctrl: true,
    shift: false,
    shown: "Ctrl Enter",
    does: "Book",
  },
  bookAndAssign: {
    at: "A new booking",
    on: ["Enter"],
    ctrl: true,
    shift: true,
    shown: "Ctrl Shift Enter",
    does: "Book and assign a driver",
  },
  leave: {
    at: "A new booking",
    on: ["Escape"],
    shown: "Esc",
    does: "Leave; it asks if something was typed",
  },
  assignBooked: {
    at: "A new booking",
    on: ["a"],
    shown: "A",
    does: "Once it is booked: assign a driver",
  },
  newAgain: { at: "A new booking", on: ["n"], shown: "N", does: "Once it is booked: the next one" },
  next: { at: "The board", on: ["j", "ArrowDown"], shown: "J or ↓", does: "Next reservation" },
  previous: {
    at: "The board",
    on: ["k", "ArrowUp"],
    shown: "K or ↑",
    does: "Previous reservation",
  },
  open: { at: "The board", on: ["Enter"], shown: "Enter", does: "Open its details" },
  page: { at: "The board", on: ["o"], shown: "O", does: "Open its page" },
  close: { at: "The board", on: ["Escape"], shown: "Esc", does: "Close its details" },
  confirm: { at: "The board", on: ["c"], shown: "C", does: "Confirm it" },
  assign: { at: "The board", on: ["a"], shown: "A", does: "Assign a driver" },
  pin: { at: "The board", on: ["p"], shown: "P", does: "Pin a place given in words" },
  table: { at: "The board", on: ["1"], shown: "1", does: "Table" },
  timeline: { at: "The board", on: ["2"], shown: "2", does: "Timeline" },
  boardMap: { at: "The board", on: ["3"], shown: "3", does: "Map" },
  nextView: { at: "The board", on: ["v"], shown: "V", does: "The next view" },
  beside: {
    at: "The timeline",
    on: ["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"],
    shown: "← ↑ → ↓",
    does: "The trip beside it",
  },
  carry: {
    at: "The timeline",
    on: ["ArrowUp", "ArrowDown"],
    shift: true,
    shown: "Shift with ↑ or ↓",
    does: "Carry it to another driver",
  },
  drop: { at: "The timeline", on: ["Enter", " "], shown: "Enter", does: "Put it down" },
  putBack: { at: "The timeline", on: ["Escape"], shown: "Esc", does: "Leave it where it was" },
  enter: { at: "Lost and found", on: ["n"], shown: "N", does: "Enter a report or an item" },
} as const satisfies Record<string, Key>;

export type KeyName = keyof typeof keys;

/** What of a pressed key is looked at. */
type Pressed = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/** Whether this is the key of that name. With Alt it is the browser's. */
export function isKey(event: Pressed, name: KeyName): boolean {
  const { on, ctrl, shift }: Key = keys[name];
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.altKey || (event.ctrlKey || event.metaKey) !== (ctrl ?? false)) return false;
  return on.includes(key) && (shift === undefined || event.shiftKey === shift);
}
