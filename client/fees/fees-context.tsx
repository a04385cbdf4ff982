/** Shared state of the price list screens, and the draft they edit. */
import {
  createContext,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import type { FeeSchedule, PriceListContext } from "../../src/fares/contract";
import type { FeeDraftAnswer, ScheduleFault } from "../../src/fares/fee-contract";
import { reviewSchedule } from "../../src/fares/review-rules";
import { type Api, read } from "../api";
import { ApiError } from "../api-error";
import { failureText, LeftPageError, type StaffCall, useOffice } from "../office/calls";
import {
  createDraft,
  type Draft,
  type DraftState,
  type UnsavedDraft,
  type SaveOutcome,
} from "./draft";
import { valueAt, pathIn, isEqual } from "./paths";
import type { Names } from "./words";

/** Shared state of the price list screens. */
export interface Fees {
  /** The price list shown and, if `canEdit`, edited. */
  draft: Draft;
  /** The price list against which differences are marked: the one in force, or the previous version. */
  reference: FeeSchedule;
  world: PriceListContext;
  names: Names;
  canEdit: boolean;
}

const FeesContext = createContext<Fees | null>(null);
export const FeesProvider = FeesContext.Provider;

export function useFees(): Fees {
  const fees = useContext(FeesContext);
  if (!fees) throw new Error("This component must be inside the price list");
  return fees;
}

/**
 * Returns the result of `select` for the draft, and again when it changes. `select` must return the same object until
 * then.
 */
export function useDraft<Selected>(select: (state: DraftState) => Selected): Selected {
  const { draft } = useFees();
  const read = () => select(draft.getState());
  return useSyncExternalStore(draft.subscribe, read, read);
}

/** Returns the part of the shown price list at a path. */
export function useDraftValue<Value>(path: string): Value {
  return useDraft(({ schedule }) => valueAt(schedule, path)) as Value;
}

/**
 * Returns the reference's value at a path if it differs: undefined if equal, `null` if the reference has no such part.
 */
export function useReferenceValue(path: string): { value: unknown } | null | undefined {
  const { reference } = useFees();
  const schedule = useDraft((state) => state.schedule);
  return useMemo(() => {
    const referencePath = pathIn(reference, schedule, path);
    if (referencePath === null) return null;
    const value = valueAt(reference, referencePath);
    return isEqual(value, valueAt(schedule, path)) ? undefined : { value };
  }, [reference, schedule, path]);
}

/** Returns the faults at a path and below it. */
export function useFaultsAt(path: string): readonly ScheduleFault[] {
  const faults = useDraft((state) => state.faults);
  return useMemo(() => faults.filter((fault) => isWithinPath(fault.path, path)), [faults, path]);
}

/** Whether a fault belongs to a part or something inside it. */
export function isWithinPath(path: string, parentPath: string): boolean {
  return path === parentPath || path.startsWith(`${parentPath}.`);
}

/** Returns the browser storage key of unsaved changes, one for each staff member. */
const storageKeyOf = (adminId: string) => `livery.fees.${adminId}`;

/**
 * The draft of the price list, saved through the API. Unsaved changes survive a reload, a lock and a lost connection.
 * Leaving the page while something is not saved asks first. Without unsaved changes, the draft is updated when the page
 * becomes visible again.
 */
export function useFeeDraft(adminId: string, answer: FeeDraftAnswer): Draft {
  const { api, call } = useOffice();
  const world = useRef<PriceListContext>(answer.world);
  const latestCall = useRef(call);
  latestCall.current = call;

  const [draft] = useState(() =>
    createDraft(answer, {
      review: (schedule) => reviewSchedule(schedule, world.current),
      send: (version, schedule) => sendDraft(api, latestCall.current, version, schedule),
      storeUnsaved: (unsavedDraft) => storeUnsavedDraft(adminId, unsavedDraft),
    }),
  );

  // The loader ran again, after a publication or a change of classes.
  const shownAnswer = useRef(answer);
  useEffect(() => {
    if (shownAnswer.current === answer) return;
    shownAnswer.current = answer;
    world.current = answer.world;
    draft.reviewAgain();
    adoptAnswerIfIdle(draft, answer, null);
  }, [draft, answer]);

  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    const unsavedDraft = readUnsavedDraft(adminId);
    // A draft stored by an older release may have other parts.
    if (unsavedDraft && haveSameParts(unsavedDraft.schedule, draft.getState().schedule))
      draft.restore(unsavedDraft);
    const onOnline = () => draft.retry();
    const onLeave = (event: BeforeUnloadEvent) => {
      if (draft.getState().saving.kind === "saved") return;
      void draft.flush();
      event.preventDefault();
    };
    const onVisible = async () => {
      if (document.visibilityState !== "visible" || !isIdle(draft)) return;
      try {
        const theirs = await read(api.admin.fees.draft.$get());
        adoptAnswerIfIdle(
          draft,
          theirs,
          theirs.updatedBy ? `${theirs.updatedBy} changed the draft.` : null,
        );
      } catch {
        // This was an update in the background. If it fails, the page keeps the last saved draft.
      }
    };
    window.addEventListener("online", onOnline);
    window.addEventListener("beforeunload", onLeave);
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      window.removeEventListener("online", onOnline);
      window.removeEventListener("beforeunload", onLeave);
      document.removeEventListener("visibilitychange", onVisible);
      // When somebody leaves for another dispatch screen, unsaved changes are sent once.
      isMounted.current = false;
      void draft.flush().finally(() => {
        if (!isMounted.current) draft.close();
      });
    };
  }, [api, adminId, draft]);

  return draft;
}

function haveSameParts(one: FeeSchedule, other: FeeSchedule): boolean {
  return Object.keys(one).toSorted().join() === Object.keys(other).toSorted().join();
}

function isIdle(draft: Draft): boolean {
  const { saving, unfinished } = draft.getState();
  return saving.kind === "saved" && Object.keys(unfinished).length === 0;
}

function adoptAnswerIfIdle(draft: Draft, answer: FeeDraftAnswer, notice: string | null): void {
  if (isIdle(draft) && answer.version !== draft.getState().version)
    draft.adoptAnswer(answer, notice);
}

async function sendDraft(
  api: Api,
  call: StaffCall,
  version: number,
  schedule: FeeSchedule,
): Promise<SaveOutcome> {
  try {
    return {
      kind: "saved",
      answer: await call(api.admin.fees.draft.$put({ json: { version, schedule } })),
    };
  } catch (error) {
    if (error instanceof LeftPageError) return { kind: "left" };
    if (!(error instanceof ApiError)) throw error;
    if (error.code === "fees.draft_stale") {
      try {
        return { kind: "stale", theirs: await call(api.admin.fees.draft.$get()) };
      } catch (failure) {
        return failure instanceof LeftPageError ? { kind: "left" } : { kind: "unreachable" };
      }
    }
    if (error.status === 0 || error.status >= 500) return { kind: "unreachable" };
    return { kind: "refused", message: firstFieldError(error) ?? failureText(error) };
  }
}

function firstFieldError({ fields }: ApiError): string | null {
  const [first] = Object.entries(fields);
  return first ? `${first[0].replace(/^schedule\./, "")}: ${first[1]}` : null;
}

function storeUnsavedDraft(adminId: string, unsavedDraft: UnsavedDraft | null): void {
  try {
    if (unsavedDraft) localStorage.setItem(storageKeyOf(adminId), JSON.stringify(unsavedDraft));
    else localStorage.removeItem(storageKeyOf(adminId));
  } catch {
    // Without storage, the changes are kept while the page is open, and the page says so.
  }
}

function readUnsavedDraft(adminId: string): UnsavedDraft | null {
  try {
    const text = localStorage.getItem(storageKeyOf(adminId));
    return text ? (JSON.parse(text) as UnsavedDraft) : null;
  } catch {
    return null;
  }
}
