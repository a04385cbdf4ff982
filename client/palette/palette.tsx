import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import type { AdminRole } from "../../src/accounts/contract";
import { isKey } from "../office/keys/keys";
import { selectedTrip } from "../trip-acts/selected-trip";
import { Button } from "../ui/button";
import { classNames } from "../ui/class-names";
import { Glyph } from "../ui/glyph";
import { LiveRegion } from "../ui/live-region";
import type { NavGroup } from "../ui/nav";
import { Spinner } from "../ui/spinner";
import { showToast } from "../ui/toasts";
import { useModal } from "../ui/use-modal";
import {
  tripActionEntries,
  commandEntries,
  entriesFor,
  type Entry,
  entriesOfHits,
  recentEntries,
  screenEntries,
} from "./entries";
import { Line } from "./line";
import { readRecents, rememberRecent } from "./recents";
import { useSearch } from "./use-search";

interface PaletteProps {
  open: boolean;
  onClose: () => void;
  role: AdminRole;
  /** The screens that the role sees. */
  groups: readonly NavGroup[];
  onLock: () => void;
  onSignOut: () => void;
  onShowKeys: () => void;
}

/** The command palette, for opening, finding and doing anything in dispatch. */
export function Palette({ open, onClose, ...rest }: PaletteProps) {
  const dialog = useModal(open, onClose);
  return (
    <dialog
      aria-label="Find anything"
      className="dialog m-0 mx-auto mt-[min(12dvh,7rem)] max-h-[min(80dvh,36rem)] w-[calc(100vw-1.5rem)] max-w-2xl overflow-hidden rounded-xl bg-surface-raised p-0 shadow-lg max-sm:mt-3 max-sm:max-h-[calc(100dvh-1.5rem)]"
      ref={dialog}
    >
      {open && <PaletteDialog {...rest} onClose={onClose} />}
    </dialog>
  );
}

/** How many lines PageUp and PageDown skip. */
const ROWS_PER_PAGE = 8;

function PaletteDialog({
  role,
  groups,
  onClose,
  onLock,
  onSignOut,
  onShowKeys,
}: Omit<PaletteProps, "open">) {
  const navigate = useNavigate();
  const id = useId();
  const [typed, setTyped] = useState("");
  const { hits, busy, failure, retry } = useSearch(typed);
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  /** True if Enter was pressed before the results for the typed text arrived. */
  const [isEnterPending, setIsEnterPending] = useState(false);

  // It stays the same while the palette is open, so that nothing moves during the choice.
  const [trip] = useState(selectedTrip);
  const [recents] = useState(readRecents);
  const ownEntries = useMemo(() => {
    const onCopyLink = (reservationId: string) => {
      const link = `${location.origin}/dispatch/dashboard/reservation/${reservationId}`;
      navigator.clipboard.writeText(link).then(
        () => showToast("success", "Link copied"),
        () => showToast("error", `The link could not be copied. Copy it from here: ${link}`),
      );
    };
    const shellActions = { onLock, onSignOut, onShowKeys, onCopyLink };
    return {
      actions: trip ? tripActionEntries(trip, role, shellActions) : [],
      recents: recentEntries(recents),
      others: [...commandEntries(role, shellActions), ...screenEntries(groups)],
    };
  }, [groups, onShowKeys, onLock, onSignOut, recents, role, trip]);
  const entries = entriesFor(typed, ownEntries, entriesOfHits(hits));
  const activeIndex = Math.max(
    0,
    entries.findIndex(({ key }) => key === activeKey),
  );
  const active = entries[activeIndex];

  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  });

  const choose = ({ key, title, detail = "", destination, run }: Entry) => {
    onClose();
    if (destination) {
      if (!key.startsWith("act ") && !key.startsWith("do "))
        rememberRecent({ key: key.replace(/^recent /, ""), title, detail, ...destination });
      void navigate({ to: destination.to, search: (destination.search ?? {}) as never });
    }
    // Waits until the palette has returned the focus, so that what opens can take it.
    if (run) setTimeout(run);
  };
  const latestChoose = useRef(choose);
  latestChoose.current = choose;
  useEffect(() => {
    if (!isEnterPending || busy) return;
    setIsEnterPending(false);
    if (active) latestChoose.current(active);
  }, [active, busy, isEnterPending]);

  const onKeyDown = (event: KeyboardEvent) => {
    const indexByKey: Record<string, number> = {
      ArrowDown: activeIndex + 1 === entries.length ? 0 : activeIndex + 1,
      ArrowUp: activeIndex === 0 ? entries.length - 1 : activeIndex - 1,
      PageDown: Math.min(activeIndex + ROWS_PER_PAGE, entries.length - 1),
      PageUp: Math.max(activeIndex - ROWS_PER_PAGE, 0),
    };
    const nextIndex = indexByKey[event.key];
    if (nextIndex !== undefined) {
      event.preventDefault();
      setActiveKey(entries[nextIndex]?.key ?? null);
    } else if (event.key === "Enter" && !event.nativeEvent.isComposing) {
      event.preventDefault();
      // A number typed with Enter means the record with that number, so the search must finish first.
      if (busy && activeKey === null && /\d/.test(typed)) setIsEnterPending(true);
      else if (active) choose(active);
    } else if (isKey(event, "palette")) {
      event.preventDefault();
      onClose();
    }
  };

  const sections = [...new Set(entries.map(({ section }) => section))];
  const count = entries.length === 1 ? "1 result" : `${entries.length} results`;
  return (
    <div className="flex max-h-[inherit] flex-col text-sm">
      <div className="relative flex items-center border-line border-b">
        <Glyph
          className="pointer-events-none absolute start-4 text-ink-faint"
          d="m21 21-4.3-4.3M3 11a8 8 0 1 0 16 0 8 8 0 1 0-16 0"
          size={18}
        />
        <input
          aria-activedescendant={active ? `${id}-${activeIndex}` : undefined}
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-expanded={entries.length > 0}
          aria-label="Find anything"
          autoComplete="off"
          className="min-h-13 min-w-0 flex-1 bg-transparent ps-12 pe-3 text-base text-ink outline-none placeholder:text-ink-faint"
          enterKeyHint="go"
          maxLength={100}
          onChange={(event) => {
            setTyped(event.target.value);
            setActiveKey(null);
            setIsEnterPending(false);
          }}
          onKeyDown={onKeyDown}
          placeholder="Find a trip, person, place or action"
          role="combobox"
          spellCheck={false}
          type="text"
          value={typed}
        />
        {busy && <Spinner />}
        <div className="px-2">
          <Button onClick={onClose} size="small" variant="quiet">
            Close
          </Button>
        </div>
      </div>
      {failure !== null && (
        <div className="flex items-center gap-3 border-line border-b px-4 py-2" role="alert">
          <p className="flex-1 text-danger-ink">The search failed: {failure}</p>
          <Button onClick={retry} size="small" variant="secondary">
            Try again
          </Button>
        </div>
      )}
      {entries.length === 0 && !busy && failure === null && (
        <p className="px-4 py-8 text-center text-ink-muted">
          No results. You can search by number, name, phone number, plate and place.
        </p>
      )}
      <div
        aria-label="Results"
        className={classNames(
          "min-h-0 flex-1 overflow-y-auto p-2",
          entries.length === 0 && "hidden",
        )}
        id={`${id}-list`}
        ref={list}
        role="listbox"
      >
        {sections.map((section, sectionIndex) => (
          // biome-ignore lint/a11y/useSemanticElements: a listbox holds groups, not fieldsets
          <div aria-labelledby={`${id}-section-${sectionIndex}`} key={section} role="group">
            <div
              className="px-3 pt-2 pb-1 font-medium text-ink-faint text-xs"
              id={`${id}-section-${sectionIndex}`}
              role="presentation"
            >
              {section}
            </div>
            {entries.map((entry, index) =>
              entry.section === section ? (
                <Line
                  active={index === activeIndex}
                  entry={entry}
                  id={`${id}-${index}`}
                  key={entry.key}
                  onChoose={() => choose(entry)}
                  onPoint={() => setActiveKey(entry.key)}
                />
              ) : null,
            )}
          </div>
        ))}
      </div>
      <LiveRegion>{typed.trim() === "" || busy ? "" : count}</LiveRegion>
    </div>
  );
}
