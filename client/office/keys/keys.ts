/**
 * Every keyboard shortcut of dispatch. Handlers and the shortcut sheet both read this list, so each
 * shortcut works and is documented.
 */

/** Where a shortcut works, in the order of the sheet. */
export const keyScopes = [
  "Everywhere",
  "New booking form",
  "Board",
  "Timeline",
  "Flights",
  "Lost and found",
] as const;

interface Key {
  at: (typeof keyScopes)[number];
  /** The `KeyboardEvent.key` values; letters in lower case. */
  on: readonly string[];
  /** Whether it needs Ctrl or the command key. */
  ctrl?: true;
  /** Whether it needs Shift; undefined if that does not matter. */
  shift?: boolean;
  /** The text on the sheet. */
  shown: string;
  /** What it does. */
  action: string;
}

export const keys = {
  palette: {
    at: "Everywhere",
    on: ["k"],
    ctrl: true,
    shown: "Ctrl K",
    action: "Find a page, record or action",
  },
  new: {
    at: "Everywhere",
    on: ["n"],
    shown: "N",
    action: "New booking",
  },
  search: { at: "Everywhere", on: ["/"], shown: "/", action: "Search reservations" },
  map: { at: "Everywhere", on: ["m"], shown: "M", action: "Map of all drivers" },
  lock: { at: "Everywhere", on: ["l"], shown: "L", action: "Lock screen" },
  sheet: { at: "Everywhere", on: ["?"], shown: "?", action: "Show keyboard shortcuts" },
  field: { at: "New booking form", on: ["Enter"], shown: "Enter", action: "Next field" },
  book: {
    at: "New booking form",
    on: ["Enter"],
    ctrl: true,
    shift: false,
    shown: "Ctrl Enter",
    action: "Book",
  },
  bookAndAssign: {
    at: "New booking form",
    on: ["Enter"],
    ctrl: true,
    shift: true,
    shown: "Ctrl Shift Enter",
    action: "Book and assign driver",
  },
  leave: {
    at: "New booking form",
    on: ["Escape"],
    shown: "Esc",
    action: "Close the form (you must confirm if you have typed something)",
  },
  assignBooked: {
    at: "New booking form",
    on: ["a"],
    shown: "A",
    action: "After booking: assign driver",
  },
  bookAnother: {
    at: "New booking form",
    on: ["n"],
    shown: "N",
    action: "After booking: start another booking",
  },
  next: { at: "Board", on: ["j", "ArrowDown"], shown: "J or ↓", action: "Next reservation" },
  previous: {
    at: "Board",
    on: ["k", "ArrowUp"],
    shown: "K or ↑",
    action: "Previous reservation",
  },
  pick: { at: "Board", on: ["x"], shown: "X", action: "Select reservation" },
  extendDown: {
    at: "Board",
    on: ["ArrowDown"],
    shift: true,
    shown: "Shift ↓",
    action: "Select the next reservation too",
  },
  extendUp: {
    at: "Board",
    on: ["ArrowUp"],
    shift: true,
    shown: "Shift ↑",
    action: "Select the previous reservation too",
  },
  open: { at: "Board", on: ["Enter"], shown: "Enter", action: "Open details" },
  page: { at: "Board", on: ["o"], shown: "O", action: "Open page" },
  close: {
    at: "Board",
    on: ["Escape"],
    shown: "Esc",
    action: "Close details, or clear the selection",
  },
  confirm: { at: "Board", on: ["c"], shown: "C", action: "Confirm booking" },
  assign: { at: "Board", on: ["a"], shown: "A", action: "Assign driver" },
  pin: { at: "Board", on: ["p"], shown: "P", action: "Put the described place on the map" },
  follow: {
    at: "Board",
    on: ["f"],
    shown: "F",
    action: "Accept the pickup time proposed for the flight",
  },
  table: { at: "Board", on: ["1"], shown: "1", action: "Table" },
  timeline: { at: "Board", on: ["2"], shown: "2", action: "Timeline" },
  boardMap: { at: "Board", on: ["3"], shown: "3", action: "Map" },
  nextView: { at: "Board", on: ["v"], shown: "V", action: "Next view" },
  beside: {
    at: "Timeline",
    on: ["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"],
    shown: "← ↑ → ↓",
    action: "Driver’s next or previous trip",
  },
  carry: {
    at: "Timeline",
    on: ["ArrowUp", "ArrowDown"],
    shift: true,
    shown: "Shift with ↑ or ↓",
    action: "Move the trip to another driver",
  },
  drop: { at: "Timeline", on: ["Enter", " "], shown: "Enter", action: "Drop" },
  cancelMove: { at: "Timeline", on: ["Escape"], shown: "Esc", action: "Cancel the move" },
  followDay: {
    at: "Flights",
    on: ["f"],
    shown: "F",
    action: "Accept the selected proposal, or go to the next proposal",
  },
  enter: { at: "Lost and found", on: ["n"], shown: "N", action: "Add a report or item" },
} as const satisfies Record<string, Key>;

export type KeyName = keyof typeof keys;

/** The parts of a key event that are compared. */
type PressedKey = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/** Whether the event is this shortcut. With Alt it belongs to the browser. */
export function isKey(event: PressedKey, name: KeyName): boolean {
  const { on, ctrl, shift }: Key = keys[name];
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.altKey || (event.ctrlKey || event.metaKey) !== (ctrl ?? false)) return false;
  return on.includes(key) && (shift === undefined || event.shiftKey === shift);
}
