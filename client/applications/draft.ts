/**
 * An application that is being filled in: what was typed, and the files that were chosen. All of it is
 * kept in this browser with each change, and every tab of it shows the same.
 */
import type { ChosenFile } from "../files/chosen-file";
import { type DraftDatabase, type Kept, openDraftDatabase } from "./draft-database";

export interface DraftState {
  values: Readonly<Record<string, string>>;
  files: Readonly<Record<string, ChosenFile>>;
  /** Whether what is typed and chosen survives a closed tab; `full` says that there was no room. */
  kept: "yes" | "no" | "full";
  /** Grows when another tab has changed something, or all was taken away. */
  round: number;
}

export interface Draft {
  get(): DraftState;
  subscribe(listener: () => void): () => void;
  setValue(name: string, value: string): void;
  setFile(field: string, file: ChosenFile | null): Promise<void>;
  /** Reads the files anew: another tab may have changed them this moment. */
  refresh(): Promise<void>;
  /** The secret under which this browser's files are uploaded. */
  ticket(): string;
  clear(): Promise<void>;
  close(): void;
}

/** Not a field of the form: the ticket lies with the answers. */
const TICKET = "~ticket";
/** Answers about the draft itself, such as which steps were left, begin so and are never sent. */
export const OWN_MARK = "~";

type News = { value: string; name: string } | { file: string } | { cleared: true };

/** Opens the draft `name` as it was left; where the browser keeps nothing, an empty one. */
export async function openDraft(name: string, openDatabase = openDraftDatabase): Promise<Draft> {
  let database: DraftDatabase | null = null;
  let found: Kept = { values: {}, files: {} };
  try {
    database = await openDatabase(name);
    found = await database.read();
  } catch {
    // Told to the applicant by `kept`; the application can be filled in all the same.
    database = null;
  }
  const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(name);
  let state: DraftState = { ...found, kept: database ? "yes" : "no", round: 0 };
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

  /** When, in changes, a field's file was last another here, and when all was taken away. */
  const changedAt = new Map<string, number>();
  let changes = 0;
  let clearedAt = 0;
  const change = (field: string) => changedAt.set(field, ++changes);
  /** Whether what a reading found is older than what is here, or was never kept. */
  const isOld = (field: string, begun: number) =>
    clearedAt > begun || (changedAt.get(field) ?? 0) > begun || unkept.has(field);

  /** What is here and could not be kept, with why. */
  const unkept = new Map<string, "no" | "full">();
  /** Writes, and tells when it could not be. */
  const keep = async (
    what: string,
    write: (database: DraftDatabase) => Promise<void>,
  ): Promise<void> => {
    if (!database) return;
    try {
      await write(database);
      unkept.delete(what);
    } catch (error) {
      const full = error instanceof DOMException && error.name === "QuotaExceededError";
      unkept.set(what, full ? "full" : "no");
    }
    const kept = unkept.values().next().value ?? "yes";
    if (kept !== state.kept) set({ kept });
  };
  const tell = (news: News) => channel?.postMessage(news);

  if (channel)
    channel.onmessage = ({ data }: MessageEvent<News>) => {
      const round = state.round + 1;
      if ("cleared" in data) {
        clearedAt = ++changes;
        return set({ values: {}, files: {}, round });
      }
      if ("name" in data) return set({ values: withValue(data.name, data.value), round });
      const begun = changes;
      void database?.readFile(data.file).then(
        (file) => {
          if (!isOld(data.file, begun)) set({ files: withFile(data.file, file), round });
        },
        // The file is the other tab's to send.
        () => {},
      );
    };

  const draft: Draft = {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setValue(field, value) {
      if ((state.values[field] ?? "") === value) return;
      set({ values: withValue(field, value) });
      void keep(field, async (to) => {
        await to.putValue(field, value);
        tell({ name: field, value });
      });
    },
    async setFile(field, file) {
      change(field);
      set({ files: withFile(field, file) });
      await keep(field, async (to) => {
        await to.putFile(field, file);
        // What was read while it was written may be from before.
        change(field);
        tell({ file: field });
      });
    },
    async refresh() {
      // What cannot be read stays as it is here.
      const begun = changes;
      const found = await database?.read().catch(() => null);
      if (!found) return;
      const kept = Object.entries(found.files).filter(([field]) => !isOld(field, begun));
      const ours = Object.entries(state.files).filter(([field]) => isOld(field, begun));
      set({ files: Object.fromEntries([...kept, ...ours]) });
    },
    ticket() {
      const known = state.values[TICKET];
      if (known) return known;
      const made = newTicket();
      draft.setValue(TICKET, made);
      return made;
    },
    async clear() {
      clearedAt = ++changes;
      set({ values: {}, files: {}, round: state.round + 1 });
      unkept.clear();
      await keep("all", (to) => to.clear());
      tell({ cleared: true });
    },
    close() {
      channel?.close();
      listeners.clear();
    },
  };
  return draft;
}

/** 16 random bytes as base64url. */
function newTicket(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
