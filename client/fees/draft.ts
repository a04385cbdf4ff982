/**
 * The price list draft while somebody edits it: its values, invalid typed text, faults, and saving. It is saved shortly
 * after each change. Unsaved changes are kept in the page and passed to the listener.
 */
import type { FeeSchedule } from "../../src/fares/contract";
import type { FeeDraftAnswer, ScheduleFault } from "../../src/fares/fee-contract";
import {
  valueAt,
  mergeParts,
  isEqual,
  shiftPaths,
  replaceAt,
  withItem,
  withoutItem,
} from "./paths";

/** Invalid text in a field, while the schedule still has the earlier value. */
interface UnfinishedField {
  text: string;
  fault: string;
}

/** The state of saving. */
type SavingState =
  | { kind: "saved" }
  /** It was changed a moment ago, or is being sent. */
  | { kind: "saving" }
  /** There was no answer. It is retried automatically. */
  | { kind: "offline" }
  /** The server refused, with this message. */
  | { kind: "refused"; message: string }
  /** Somebody else saved first. Nothing is sent until the person chooses. */
  | { kind: "conflict"; theirs: FeeDraftAnswer };

type UnfinishedFields = Readonly<Record<string, UnfinishedField>>;

interface Removal {
  /** The name of the removed item, for example "Night". */
  itemName: string;
  list: string;
  index: number;
  item: unknown;
  /** The item's unfinished typed text. */
  unfinished: UnfinishedFields;
}

export interface DraftState {
  readonly schedule: FeeSchedule;
  /** By path. */
  readonly unfinished: UnfinishedFields;
  /** The server's version, as this page last saw it. */
  readonly saved: FeeSchedule;
  readonly version: number;
  readonly basedOn: FeeDraftAnswer["basedOn"];
  readonly updatedAt: string | null;
  readonly updatedBy: string | null;
  readonly saving: SavingState;
  /** Errors and warnings; those of unfinished fields come first. */
  readonly faults: readonly ScheduleFault[];
  /** The last removal, which can be undone until the next one. */
  readonly removal: Removal | null;
  /** A notice about something that happened automatically, shown once. */
  readonly notice: string | null;
}

/** Unsaved changes that survive a reload or a lock. */
export interface UnsavedDraft {
  version: number;
  base: FeeSchedule;
  schedule: FeeSchedule;
  unfinished: UnfinishedFields;
}

/** The outcome of sending the draft. */
export type SaveOutcome =
  | { kind: "saved"; answer: FeeDraftAnswer }
  | { kind: "stale"; theirs: FeeDraftAnswer }
  | { kind: "unreachable" }
  | { kind: "refused"; message: string }
  /** The page is being left for the lock or the sign-in. */
  | { kind: "left" };

export interface DraftOptions {
  send: (version: number, schedule: FeeSchedule) => Promise<SaveOutcome>;
  review: (schedule: FeeSchedule) => readonly ScheduleFault[];
  /** Called with unsaved changes, and with null once all is saved. */
  storeUnsaved: (unsavedDraft: UnsavedDraft | null) => void;
}

/** Delay after typing before the draft is sent, ms. */
export const SAVE_DELAY_MS = 600;
/** Delay between retries while the server can't be reached, ms. */
export const RETRY_AFTER_MS = 4_000;

export type Draft = ReturnType<typeof createDraft>;

/** Creates a draft from the server's answer. Call `close` when the page is left. */
export function createDraft(initialAnswer: FeeDraftAnswer, options: DraftOptions) {
  const saver = createSaving(initialAnswer, options);
  const {
    getState,
    subscribe,
    put,
    applyEdit,
    remember: storeUnsavedDraft,
    flush,
    cancelScheduledFlush,
    reviewAgain,
    close,
  } = saver;
  return {
    getState,
    subscribe,
    flush,
    reviewAgain,
    close,
    /** Stores a valid value. */
    set: (path: string, value: unknown) => {
      const { schedule, unfinished: typed } = getState();
      const remainingEntries = Object.entries(typed).filter(
        ([each]) => each !== path && !each.startsWith(`${path}.`),
      );
      const unfinished = Object.fromEntries(remainingEntries);
      applyEdit({ schedule: replaceAt(schedule, path, value), unfinished });
    },
    /** Keeps invalid typed text. */
    setUnfinishedField: (path: string, text: string, fault: string) => {
      applyEdit({ unfinished: { ...getState().unfinished, [path]: { text, fault } } });
    },
    /** Discards typed text; the earlier value stays. */
    forget: (path: string) => {
      const typed = getState().unfinished;
      if (!(path in typed)) return;
      const { [path]: _, ...unfinished } = typed;
      applyEdit({ unfinished });
    },
    insert: (list: string, index: number, item: unknown) => {
      const { schedule, unfinished } = getState();
      applyEdit({
        schedule: withItem(schedule, list, index, item),
        unfinished: shiftPaths(unfinished, list, index, 1),
      });
    },
    /** Removes an item; `words` names it for undo. */
    remove: (list: string, index: number, itemName: string) => {
      const { schedule, unfinished } = getState();
      const childPath = `${list}.${index}.`;
      const itemEntries = Object.entries(unfinished).filter(([path]) => path.startsWith(childPath));
      applyEdit({
        schedule: withoutItem(schedule, list, index),
        unfinished: shiftPaths(unfinished, list, index, -1),
        removal: {
          itemName,
          list,
          index,
          item: valueAt(schedule, `${list}.${index}`),
          unfinished: Object.fromEntries(itemEntries),
        },
      });
    },
    /** Undoes the last removal; later changes stay. */
    undo: () => {
      const { removal, schedule, unfinished } = getState();
      const list = removal && valueAt(schedule, removal.list);
      if (!removal || !Array.isArray(list)) return;
      const index = Math.min(removal.index, list.length);
      const itemFields = index === removal.index ? removal.unfinished : {};
      applyEdit({
        schedule: withItem(schedule, removal.list, index, removal.item),
        unfinished: { ...shiftPaths(unfinished, removal.list, index, 1), ...itemFields },
        removal: null,
        notice: `${removal.itemName} restored.`,
      });
    },
    dismissRemoval: () => put({ removal: null }),
    /** Replaces the whole schedule, for example with an old version. */
    replace: (schedule: FeeSchedule, notice: string) => {
      applyEdit({ schedule, unfinished: {}, removal: null, notice });
    },
    /**
     * Replaces the draft with the server's version, which is not saved again. Discards unsaved changes, so check for
     * them first.
     */
    adoptAnswer: (answer: FeeDraftAnswer, notice: string | null) => {
      cancelScheduledFlush();
      put({
        ...savedStateOf(answer),
        schedule: answer.schedule,
        unfinished: {},
        saving: { kind: "saved" },
        removal: null,
        notice,
      });
      storeUnsavedDraft();
    },
    /** Restores changes kept by an earlier page: sends them if nobody has saved since, otherwise offers a choice. */
    restore: (unsavedDraft: UnsavedDraft) => {
      const { schedule, unfinished, version, base } = unsavedDraft;
      const current = getState();
      if (version === current.version)
        return applyEdit({ schedule, unfinished, notice: "Your earlier entries are restored." });
      const { saved, basedOn, updatedAt, updatedBy } = current;
      const theirs = {
        ...initialAnswer,
        schedule: saved,
        version: current.version,
        basedOn,
        updatedAt,
        updatedBy,
      };
      put({ schedule, unfinished, saved: base, saving: { kind: "conflict", theirs } });
    },
    /** Resolves a conflict by keeping both changes, only mine or only theirs. */
    resolve: (choice: "both" | "mine" | "theirs") => {
      const { saving, saved, schedule } = getState();
      if (saving.kind !== "conflict") return;
      const { theirs } = saving;
      const result =
        choice === "theirs"
          ? theirs.schedule
          : choice === "mine"
            ? schedule
            : mergeParts(saved, schedule, theirs.schedule).schedule;
      put({ ...savedStateOf(theirs), saving: { kind: "saved" } });
      applyEdit({
        schedule: result,
        // Paths may name other items in the other version's lists.
        ...(choice === "mine" ? {} : { unfinished: {} }),
        removal: null,
      });
    },
    /** Retries now, when the connection is back or somebody presses the button. */
    retry: () => {
      const { kind } = getState().saving;
      if (kind === "offline" || kind === "refused") void flush();
    },
  };
}

/** Creates the state of a draft, and its saving. */
function createSaving(initialAnswer: FeeDraftAnswer, { send, review, storeUnsaved }: DraftOptions) {
  let state: DraftState = {
    ...savedStateOf(initialAnswer),
    schedule: initialAnswer.schedule,
    unfinished: {},
    saving: { kind: "saved" },
    faults: faultsOf(initialAnswer.schedule, {}),
    removal: null,
    notice: null,
  };
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<void> | null = null;
  let isClosed = false;

  function faultsOf(schedule: FeeSchedule, unfinished: UnfinishedFields): readonly ScheduleFault[] {
    const typed = Object.entries(unfinished).map(([path, { fault }]) => ({
      severity: "error" as const,
      path,
      message: fault,
    }));
    return [...typed, ...review(schedule)];
  }

  function setState(changes: Partial<DraftState>): void {
    const next = { ...state, ...changes };
    if (changes.schedule || changes.unfinished)
      next.faults = faultsOf(next.schedule, next.unfinished);
    state = next;
    for (const listener of listeners) listener();
  }

  function isSaved(): boolean {
    return isEqual(state.schedule, state.saved);
  }

  function storeUnsavedDraft(): void {
    const isAllSaved = isSaved() && Object.keys(state.unfinished).length === 0;
    const { version, saved, schedule, unfinished } = state;
    storeUnsaved(isAllSaved ? null : { version, base: saved, schedule, unfinished });
  }

  /** Applies a change, which is stored at once and sent after a delay. */
  function applyEdit(changes: Partial<DraftState>): void {
    setState({ notice: null, ...changes });
    storeUnsavedDraft();
    if (state.saving.kind === "conflict") return;
    if (isSaved() && !sending) {
      clearTimeout(timer);
      setState({ saving: { kind: "saved" } });
      return;
    }
    setState({ saving: { kind: "saving" } });
    scheduleFlush(SAVE_DELAY_MS);
  }

  function scheduleFlush(milliseconds: number): void {
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(() => void flush(), milliseconds);
  }

  /** Sends unsaved changes now. Resolves when the server has answered. */
  async function flush(): Promise<void> {
    clearTimeout(timer);
    while (sending) await sending;
    if (isClosed || state.saving.kind === "conflict" || isSaved()) return;
    setState({ saving: { kind: "saving" } });
    sending = saveNow();
    try {
      await sending;
    } finally {
      sending = null;
    }
    // Somebody typed while the draft was being sent.
    if (state.saving.kind === "saving" && !isSaved()) scheduleFlush(SAVE_DELAY_MS);
  }

  async function saveNow(): Promise<void> {
    const outcome = await send(state.version, state.schedule);
    if (isClosed) return;
    if (outcome.kind === "saved") {
      setState(savedStateOf(outcome.answer));
      setState({ saving: { kind: isSaved() ? "saved" : "saving" } });
      storeUnsavedDraft();
    } else if (outcome.kind === "left") {
      // The page is left for the lock or the sign-in. The next page restores the kept changes.
      isClosed = true;
    } else if (outcome.kind === "stale" && isEqual(outcome.theirs.schedule, state.schedule)) {
      // This browser saved it while it left the previous page.
      setState({ ...savedStateOf(outcome.theirs), saving: { kind: "saved" } });
      storeUnsavedDraft();
    } else if (outcome.kind === "stale") {
      setState({ saving: { kind: "conflict", theirs: outcome.theirs } });
    } else if (outcome.kind === "refused") {
      setState({ saving: outcome });
    } else if (outcome.kind === "unreachable") {
      setState({ saving: { kind: "offline" } });
      scheduleFlush(RETRY_AFTER_MS);
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
    put: setState,
    applyEdit,
    remember: storeUnsavedDraft,
    flush,
    cancelScheduledFlush: () => clearTimeout(timer),
    /** Reviews the draft again, because the data it refers to has changed, for example after a class was added. */
    reviewAgain: () => setState({ faults: faultsOf(state.schedule, state.unfinished) }),
    close: () => {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

function savedStateOf(answer: FeeDraftAnswer) {
  const { version, basedOn, updatedAt, updatedBy } = answer;
  return { saved: answer.schedule, version, basedOn, updatedAt, updatedBy };
}
