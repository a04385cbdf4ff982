import { useCallback, useEffect, useRef, useState } from "react";
import type { RiderPage } from "../../src/riders/contract";
import type { DuplicateRider, MergeView } from "../../src/riders/merge-contract";
import { failureText, LeftPageError, useOffice } from "../office/calls";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { NoticeBanner } from "../ui/notice-banner";
import { SearchField } from "../ui/search-field";
import { MergeForm } from "./merge-form";
import { duplicateWords, titleOf } from "./merge-words";

export interface MergeFlowProps {
  rider: RiderPage;
  /** The riders who may be the same person. */
  duplicates: readonly DuplicateRider[];
  /** The other rider, if already known. */
  initialOtherRider: DuplicateRider | null;
  /** Called after the merge with the remaining rider. */
  onMerged: (rider: RiderPage) => void;
  onClose: () => void;
}

type OtherRider = Pick<DuplicateRider, "id" | "name" | "phone" | "email">;

/** The delay between typing and searching, in ms. */
const DEBOUNCE_MS = 150;

/** Merges two riders: choose the other rider, then compare both side by side. */
export function MergeFlow({
  rider,
  duplicates,
  initialOtherRider,
  onMerged,
  onClose,
}: MergeFlowProps) {
  const { api, call } = useOffice();
  const [otherRider, setOtherRider] = useState<OtherRider | null>(initialOtherRider);
  const [survivorId, setSurvivorId] = useState(rider.id);
  const [mergeView, setMergeView] = useState<MergeView | null>(null);
  // The note is kept outside the form, because the form restarts when the rider to keep or either record changes.
  const [note, setNote] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const mergedId = otherRider && (survivorId === rider.id ? otherRider.id : rider.id);
  const latestRequest = useRef(0);
  const loadPreview = useCallback(async () => {
    if (!mergedId) return;
    // Answers may arrive out of order, so only the latest request counts.
    const ownRequest = ++latestRequest.current;
    setFailure(null);
    try {
      const param = { id: survivorId, mergedId };
      const answer = await call(api.admin.riders[":id"].merges[":mergedId"].$get({ param }));
      if (ownRequest === latestRequest.current) setMergeView(answer.merge);
    } catch (error) {
      if (ownRequest === latestRequest.current && !(error instanceof LeftPageError))
        setFailure(failureText(error));
    }
  }, [api, call, mergedId, survivorId]);
  useEffect(() => void loadPreview(), [loadPreview]);
  return (
    <Dialog onClose={onClose} open isSticky title="Merge two riders" wide>
      <div className="text-ink text-sm">
        {failure && (
          <div className="mb-3" role="alert">
            <NoticeBanner
              action={
                <Button onClick={() => void loadPreview()} size="small" variant="secondary">
                  Try again
                </Button>
              }
              tone="danger"
            >
              {failure}
            </NoticeBanner>
          </div>
        )}
        {!otherRider ? (
          <OtherRiderChoice
            duplicates={duplicates}
            onChoose={setOtherRider}
            onClose={onClose}
            rider={rider}
          />
        ) : mergeView ? (
          <MergeForm
            key={mergeView.seen + mergeView.kept.id}
            note={note}
            onClose={onClose}
            onRecheck={loadPreview}
            onMerged={onMerged}
            onNote={setNote}
            onSwap={() => setSurvivorId(survivorId === rider.id ? otherRider.id : rider.id)}
            view={mergeView}
          />
        ) : (
          <p className="text-ink-muted">{failure ? "" : "Comparing..."}</p>
        )}
      </div>
    </Dialog>
  );
}

/** The choice of the other rider, from likely matches or a search. */
function OtherRiderChoice({
  rider,
  duplicates,
  onChoose,
  onClose,
}: {
  rider: RiderPage;
  duplicates: readonly DuplicateRider[];
  onChoose: (other: OtherRider) => void;
  onClose: () => void;
}) {
  const { api, call } = useOffice();
  const [q, setQ] = useState("");
  const [searchResult, setSearchResult] = useState<{
    q: string;
    riders: readonly OtherRider[];
  } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const typed = q.trim();
  useEffect(() => {
    if (typed === "") return setSearchResult(null);
    let isUnmounted = false;
    const timer = setTimeout(async () => {
      try {
        const { riders } = await call(api.admin.riders.$get({ query: { q: typed } }));
        if (isUnmounted) return;
        setSearchResult({
          q: typed,
          riders: riders.filter(({ id }) => id !== rider.id).slice(0, 8),
        });
        setFailure(null);
      } catch (error) {
        if (!isUnmounted && !(error instanceof LeftPageError)) setFailure(failureText(error));
      }
    }, DEBOUNCE_MS);
    return () => {
      isUnmounted = true;
      clearTimeout(timer);
    };
  }, [api, call, rider.id, typed]);
  const candidates: readonly (OtherRider & Partial<DuplicateRider>)[] =
    searchResult?.riders ?? duplicates;
  return (
    <>
      <p className="mb-3 text-ink-muted">
        {`Which rider is the same person as ${rider.name || rider.phone || rider.email}?`}
      </p>
      <SearchField
        autoFocus
        dense
        label="Name, phone number or e-mail of the other rider"
        onValue={setQ}
        value={q}
      />
      <div role="alert">{failure && <p className="mt-2 text-danger-ink">{failure}</p>}</div>
      <div aria-live="polite" className="mt-3 min-h-24">
        {candidates.length > 0 ? (
          <ul className="divide-y divide-line rounded-lg border border-line">
            {candidates.map((other) => (
              <li key={other.id}>
                <button
                  className="block min-h-11 w-full px-4 py-2 text-start hover:bg-surface-sunken [overflow-wrap:anywhere]"
                  onClick={() => onChoose(other)}
                  type="button"
                >
                  {titleOf(other)}
                  {other.reason && (
                    <span className="block text-ink-muted">{duplicateWords[other.reason]}</span>
                  )}
                </button>
              </li>
            ))}
          </ul>
        ) : (
          searchResult?.q === typed && <p className="text-ink-muted">No other riders found.</p>
        )}
      </div>
      <div className="mt-4 flex justify-end">
        <Button onClick={onClose} size="small" variant="secondary">
          Go back
        </Button>
      </div>
    </>
  );
}
