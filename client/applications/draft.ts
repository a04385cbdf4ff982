/**
 * A draft application: the answers and the chosen files. Each change is stored in this browser and
 * shared with its other tabs.
 */
import type { ChosenFile } from "../files/chosen-file";
import { openTabChannel } from "../ui/tab-channel";
import { type DraftDatabase, type SavedDraft, openDraftDatabase } from "./draft-database";

export interface DraftState {
  values: Readonly<Record<string, string>>;
  files: Readonly<Record<string, ChosenFile>>;
  /** Whether the draft survives a closed tab; `full` means that storage has no room. */
  storageState: "yes" | "no" | "full";
  /** Increases when another tab changes the draft, or when it is cleared. */
  reloadCount: number;
}

export interface Draft {
  get(): DraftState;
  subscribe(listener: () => void): () => void;
  setValue(name: string, value: string): void;
  setFile(field: string, file: ChosenFile | null): Promise<void>;
  /** Reads the files again: another tab may just have changed them. */
  refresh(): Promise<void>;
  /** The secret that identifies this browser's uploads. */
  ticket(): string;
  clear(): Promise<void>;
  close(): void;
}

/** The ticket is stored with the answers but is not a form field. */
const TICKET_KEY = "~ticket";
/** The prefix of values about the draft itself, such as finished steps. They are never sent. */
export const INTERNAL_KEY_PREFIX = "~";

type DraftMessage = { value: string; name: string } | { file: string } | { cleared: true };

/** Opens the stored draft `name`; an empty one where the browser stores nothing. */
export async function openDraft(name: string, openDatabase = openDraftDatabase): Promise<Draft> {
  let database: DraftDatabase | null = null;
  let storedDraft: SavedDraft = { values: {}, files: {} };
  try {
    database = await openDatabase(name);
    storedDraft = await database.read();
  } catch {
    // `storageState` lets the page tell the applicant, who can still fill in the application.
    database = null;
  }
  let state: DraftState = { ...storedDraft, storageState: database ? "yes" : "no", reloadCount: 0 };
  const listeners = new Set<() => void>();
  const set = (next: Partial<DraftState>) => {
    state = { ...state, ...next };
    for (const listener of [...listeners]) listener();
  };
  const withFile = (field: string, file: ChosenFile | null | undefined) => {
    const { [field]: _, ...others } = state.files;
    return file ? { ...others, [field]: file } : others;
  };
  const withValue = (field: string, value: string) => {
    const { [field]: _, ...others } = state.values;
    return value === "" ? others : { ...others, [field]: value };
  };

  /**
   * The number of the change at which each field's file last changed in this tab, and at which the draft was last
   * cleared.
   */
  const changeNumberOfField = new Map<string, number>();
  let changeCount = 0;
  let clearingNumber = 0;
  const recordChange = (field: string) => changeNumberOfField.set(field, ++changeCount);
  /** The change of each field that is being stored. A read may finish before it. */
  const pendingStores = new Map<string, number>();
  /**
   * Whether this tab has a newer file of the field than a read that began at this change, or one that is not stored.
   */
  const hasNewerFile = (field: string, changeCountBefore: number) =>
    clearingNumber > changeCountBefore ||
    (changeNumberOfField.get(field) ?? 0) > changeCountBefore ||
    pendingStores.has(field) ||
    unsavedFields.has(field);

  /** The fields that could not be stored, with the reason. */
  const unsavedFields = new Map<string, "no" | "full">();
  /** Stores a change and records a failure. */
  const store = async (
    field: string,
    write: (database: DraftDatabase) => Promise<void>,
  ): Promise<void> => {
    if (!database) return;
    try {
      await write(database);
      unsavedFields.delete(field);
    } catch (error) {
      const isStorageFull = error instanceof DOMException && error.name === "QuotaExceededError";
      unsavedFields.set(field, isStorageFull ? "full" : "no");
    }
    const storageState = unsavedFields.values().next().value ?? "yes";
    if (storageState !== state.storageState) set({ storageState });
  };

  const otherTabs = openTabChannel<DraftMessage>(name, (message) => {
    const reloadCount = state.reloadCount + 1;
    if ("cleared" in message) {
      clearingNumber = ++changeCount;
      return set({ values: {}, files: {}, reloadCount });
    }
    if ("name" in message)
      return set({ values: withValue(message.name, message.value), reloadCount });
    const changeCountBefore = changeCount;
    void database?.readFile(message.file).then(
      (file) => {
        if (!hasNewerFile(message.file, changeCountBefore))
          set({ files: withFile(message.file, file), reloadCount });
      },
      // If the file cannot be read, the other tab sends it.
      () => {},
    );
  });

  const draft: Draft = {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setValue(field, value) {
      if ((state.values[field] ?? "") === value) return;
      set({ values: withValue(field, value) });
      void store(field, async (to) => {
        await to.putValue(field, value);
        otherTabs.tell({ name: field, value });
      });
    },
    async setFile(field, file) {
      const revision = ++changeCount;
      pendingStores.set(field, revision);
      set({ files: withFile(field, file) });
      await store(field, async (to) => {
        await to.putFile(field, file);
        otherTabs.tell({ file: field });
      });
      // A value that is read during the write may be an older one.
      recordChange(field);
      if (pendingStores.get(field) === revision) pendingStores.delete(field);
    },
    async refresh() {
      // Keep the current files if the database cannot be read.
      const changeCountBefore = changeCount;
      const storedDraft = await database?.read().catch(() => null);
      if (!storedDraft) return;
      const storedFiles = Object.entries(storedDraft.files).filter(
        ([field]) => !hasNewerFile(field, changeCountBefore),
      );
      const newerFiles = Object.entries(state.files).filter(([field]) =>
        hasNewerFile(field, changeCountBefore),
      );
      set({ files: Object.fromEntries([...storedFiles, ...newerFiles]) });
    },
    ticket() {
      const storedTicket = state.values[TICKET_KEY];
      if (storedTicket) return storedTicket;
      const ticket = newTicket();
      draft.setValue(TICKET_KEY, ticket);
      return ticket;
    },
    async clear() {
      clearingNumber = ++changeCount;
      set({ values: {}, files: {}, reloadCount: state.reloadCount + 1 });
      unsavedFields.clear();
      await store("all", (to) => to.clear());
      otherTabs.tell({ cleared: true });
    },
    close() {
      otherTabs.close();
      listeners.clear();
    },
  };
  return draft;
}

/** Returns 16 random bytes as base64url. */
function newTicket(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
