/**
 * The draft of the price list while somebody edits it: what it says, what is typed but can't be
 * read yet, what is wrong with it, and how its saving goes. It saves itself a moment after each
 * change; what could not be saved is kept, in the page and by whoever is told of it.
 */
import type { FeeSchedule } from "../../src/fares/contract";
import type { FeeDraftAnswer, ScheduleFault } from "../../src/fares/fee-contract";
import { at, merged, same, shifted, withAt, withItem, withoutItem } from "./paths";

/** What stands in a field that can't be read: the schedule still has what it had before. */
interface Unfinished {
  text: string;
  fault: string;
}

/** How the saving goes. */
type Saving =
  | { kind: "saved" }
  /** Changed a moment ago, or being sent. */
  | { kind: "saving" }
  /** No answer came; it is tried again by itself. */
  | { kind: "offline" }
  /** The server said no, in these words. */
  | { kind: "refused"; message: string }
  /** Somebody else saved first: nothing is sent until somebody chooses. */
  | { kind: "conflict"; theirs: FeeDraftAnswer };

type Unfinisheds = Readonly<Record<string, Unfinished>>;

interface Removal {
  /** What it was: "Night". */
  words: string;
  list: string;
  index: number;
  item: unknown;
  /** What was typed in it and not finished. */
  unfinished: Unfinisheds;
}

export interface DraftState {
  readonly schedule: FeeSchedule;
  /** By path. */
  readonly unfinished: Unfinisheds;
  /** What the server has, as this page last saw it. */
  readonly saved: FeeSchedule;
  readonly version: number;
  readonly basedOn: FeeDraftAnswer["basedOn"];
  readonly updatedAt: string | null;
  readonly updatedBy: string | null;
  readonly saving: Saving;
  /** Errors and warnings, those of unfinished fields first. */
  readonly faults: readonly ScheduleFault[];
  /** The last removal, which can be undone until something else is removed. */
  readonly removal: Removal | null;
  /** Said once after something happened by itself. */
  readonly notice: string | null;
}

/** What a page keeps over a reload or a lock: changes that no server has. */
export interface KeptDraft {
  version: number;
  base: FeeSchedule;
  schedule: FeeSchedule;
  unfinished: Unfinisheds;
}

/** What became of sending the draft. */
export type Sent =
  | { kind: "saved"; answer: FeeDraftAnswer }
  | { kind: "stale"; theirs: FeeDraftAnswer }
  | { kind: "unreachable" }
  | { kind: "refused"; message: string }
  /** The page is left for the lock or the sign-in. */
  | { kind: "left" };

export interface DraftOptions {
  send: (version: number, schedule: FeeSchedule) => Promise<Sent>;
  review: (schedule: FeeSchedule) => readonly ScheduleFault[];
  /** Told of what no server has yet, and null once it has all. */
  keep: (kept: KeptDraft | null) => void;
}

/** Typing must rest this long before the draft is sent. */
export const SAVE_AFTER_MS = 600;
/** Between two tries while the server can't be reached. */
export const RETRY_AFTER_MS = 4_000;

export type Draft = ReturnType<typeof createDraft>;

/** Starts from what the server answered. Call `close` when the page goes. */
export function createDraft(first: FeeDraftAnswer, options: DraftOptions) {
  const saves = createSaving(first, options);
  const { getState, subscribe, put, edited, remember, flush, stopWaiting, reviewAgain, close } =
    saves;
  return {
    getState,
    subscribe,
    flush,
    reviewAgain,
    close,
    /** Writes a value that could be read. */
    set: (path: string, value: unknown) => {
      const { schedule, unfinished: typed } = getState();
      const left = Object.entries(typed).filter(
        ([each]) => each !== path && !each.startsWith(`${path}.`),
      );
      const unfinished = Object.fromEntries(left);
      edited({ schedule: withAt(schedule, path, value), unfinished });
    },
    /** Keeps what was typed and can't be read. */
    leaveUnfinished: (path: string, text: string, fault: string) => {
      edited({ unfinished: { ...getState().unfinished, [path]: { text, fault } } });
    },
    /** Forgets what was typed there; the value of before stands. */
    forget: (path: string) => {
      const typed = getState().unfinished;
      if (!(path in typed)) return;
      const { [path]: _, ...unfinished } = typed;
      edited({ unfinished });
    },
    insert: (list: string, index: number, item: unknown) => {
      const { schedule, unfinished } = getState();
      edited({
        schedule: withItem(schedule, list, index, item),
        unfinished: shifted(unfinished, list, index, 1),
      });
    },
    /** Takes an item away; `words` say what it was, for the undoing. */
    remove: (list: string, index: number, words: string) => {
      const { schedule, unfinished } = getState();
      const below = `${list}.${index}.`;
      const own = Object.entries(unfinished).filter(([path]) => path.startsWith(below));
      edited({
        schedule: withoutItem(schedule, list, index),
        unfinished: shifted(unfinished, list, index, -1),
        removal: {
          words,
          list,
          index,
          item: at(schedule, `${list}.${index}`),
          unfinished: Object.fromEntries(own),
        },
      });
    },
    /** Puts back what was removed last; what was changed since stays changed. */
    undo: () => {
      const { removal, schedule, unfinished } = getState();
      const list = removal && at(schedule, removal.list);
      if (!removal || !Array.isArray(list)) return;
      const index = Math.min(removal.index, list.length);
      const own = index === removal.index ? removal.unfinished : {};
      edited({
        schedule: withItem(schedule, removal.list, index, removal.item),
        unfinished: { ...shifted(unfinished, removal.list, index, 1), ...own },
        removal: null,
        notice: `${removal.words} restored.`,
      });
    },
    dismissRemoval: () => put({ removal: null }),
    /** Another schedule as a whole: an old version, say. */
    replace: (schedule: FeeSchedule, notice: string) => {
      edited({ schedule, unfinished: {}, removal: null, notice });
    },
    /** What the server has now, where nothing of this page's waits; it is not saved again. */
    take: (answer: FeeDraftAnswer, notice: string | null) => {
      stopWaiting();
      put({
        ...fromAnswer(answer),
        schedule: answer.schedule,
        unfinished: {},
        saving: { kind: "saved" },
        removal: null,
        notice,
      });
      remember();
    },
    /** Takes up what an earlier page kept: sent if nobody has saved since, else a choice. */
    restore: (kept: KeptDraft) => {
      const { schedule, unfinished, version, base } = kept;
      const now = getState();
      if (version === now.version)
        return edited({ schedule, unfinished, notice: "Your earlier entries are restored." });
      const { saved, basedOn, updatedAt, updatedBy } = now;
      const theirs = {
        ...first,
        schedule: saved,
        version: now.version,
        basedOn,
        updatedAt,
        updatedBy,
      };
      put({ schedule, unfinished, saved: base, saving: { kind: "conflict", theirs } });
    },
    /** Ends a conflict: both together, mine alone, or theirs alone. */
    resolve: (choice: "both" | "mine" | "theirs") => {
      const { saving, saved, schedule } = getState();
      if (saving.kind !== "conflict") return;
      const { theirs } = saving;
      const result =
        choice === "theirs"
          ? theirs.schedule
          : choice === "mine"
            ? schedule
            : merged(saved, schedule, theirs.schedule).schedule;
      put({ ...fromAnswer(theirs), saving: { kind: "saved" } });
      edited({
        schedule: result,
        // Paths may mean something else in the other's lists.
        ...(choice === "mine" ? {} : { unfinished: {} }),
        removal: null,
      });
    },
    /** The network is back, or somebody asks: tries at once. */
    retry: () => {
      const { kind } = getState().saving;
      if (kind === "offline" || kind === "refused") void flush();
    },
  };
}

/** The state of a draft, and its saving. */
function createSaving(first: FeeDraftAnswer, { send, review, keep }: DraftOptions) {
  let state: DraftState = {
    ...fromAnswer(first),
    schedule: first.schedule,
    unfinished: {},
    saving: { kind: "saved" },
    faults: faultsOf(first.schedule, {}),
    removal: null,
    notice: null,
  };
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<void> | null = null;
  let closed = false;

  function faultsOf(schedule: FeeSchedule, unfinished: Unfinisheds): readonly ScheduleFault[] {
    const typed = Object.entries(unfinished).map(([path, { fault }]) => ({
      severity: "error" as const,
      path,
      message: fault,
    }));
    return [...typed, ...review(schedule)];
  }

  function put(changes: Partial<DraftState>): void {
    const next = { ...state, ...changes };
    if (changes.schedule || changes.unfinished)
      next.faults = faultsOf(next.schedule, next.unfinished);
    state = next;
    for (const listener of listeners) listener();
  }

  function isSaved(): boolean {
    return same(state.schedule, state.saved);
  }

  function remember(): void {
    const all = isSaved() && Object.keys(state.unfinished).length === 0;
    const { version, saved, schedule, unfinished } = state;
    keep(all ? null : { version, base: saved, schedule, unfinished });
  }

  /** After a change: it is remembered at once and sent in a moment. */
  function edited(changes: Partial<DraftState>): void {
    put({ notice: null, ...changes });
    remember();
    if (state.saving.kind === "conflict") return;
    if (isSaved() && !sending) {
      clearTimeout(timer);
      put({ saving: { kind: "saved" } });
      return;
    }
    put({ saving: { kind: "saving" } });
    wait(SAVE_AFTER_MS);
  }

  function wait(milliseconds: number): void {
    clearTimeout(timer);
    if (!closed) timer = setTimeout(() => void flush(), milliseconds);
  }

  /** Sends what is not saved, now; settles when that is answered. */
  async function flush(): Promise<void> {
    clearTimeout(timer);
    while (sending) await sending;
    if (closed || state.saving.kind === "conflict" || isSaved()) return;
    put({ saving: { kind: "saving" } });
    sending = sendNow();
    try {
      await sending;
    } finally {
      sending = null;
    }
    // Something was typed while it was under way.
    if (state.saving.kind === "saving" && !isSaved()) wait(SAVE_AFTER_MS);
  }

  async function sendNow(): Promise<void> {
    const sent = await send(state.version, state.schedule);
    if (closed) return;
    if (sent.kind === "saved") {
      put(fromAnswer(sent.answer));
      put({ saving: { kind: isSaved() ? "saved" : "saving" } });
      remember();
    } else if (sent.kind === "left") {
      // The page goes to the lock or the sign-in; what is kept is taken up by the next one.
      closed = true;
    } else if (sent.kind === "stale" && same(sent.theirs.schedule, state.schedule)) {
      // Saved by this very browser, on its way out of the page before.
      put({ ...fromAnswer(sent.theirs), saving: { kind: "saved" } });
      remember();
    } else if (sent.kind === "stale") {
      put({ saving: { kind: "conflict", theirs: sent.theirs } });
    } else if (sent.kind === "refused") {
      put({ saving: sent });
    } else if (sent.kind === "unreachable") {
      put({ saving: { kind: "offline" } });
      wait(RETRY_AFTER_MS);
    }
  }

  return {
    getState: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    put,
    edited,
    remember,
    flush,
    stopWaiting: () => clearTimeout(timer),
    /** What it is reviewed against has changed: a class was added, say. */
    reviewAgain: () => put({ faults: faultsOf(state.schedule, state.unfinished) }),
    close: () => {
      closed = true;
      clearTimeout(timer);
    },
  };
}

function fromAnswer(answer: FeeDraftAnswer) {
  const { version, basedOn, updatedAt, updatedBy } = answer;
  return { saved: answer.schedule, version, basedOn, updatedAt, updatedBy };
}
