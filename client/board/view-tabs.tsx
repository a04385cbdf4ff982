import { BookmarkPlus, SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import type { ViewSearch } from "../../src/dispatch/board/view-contract";
import { builtInViews, MAX_SHOWN_COUNT } from "../../src/dispatch/board/view-rules";
import { lazy } from "../lazy";
import { classNames } from "../ui/class-names";
import {
  type BoardSearch,
  isFiltered,
  savedFiltersOf,
  withoutFilters,
  areSameFilters,
} from "./board-filters";
import { useOffice } from "../office/calls";
import { useViews } from "./use-views";

const SaveViewDialog = lazy(async () => (await import("./save-view-dialog")).default);
const ManageViewsDialog = lazy(async () => (await import("./manage-views-dialog")).default);

/** The standard views and the user's own, each with its current count. */
export function ViewTabs({
  search,
  onChange,
}: {
  search: BoardSearch;
  onChange: (change: Partial<BoardSearch>) => void;
}) {
  const { views, write } = useViews();
  const { services } = useOffice().settings;
  const [dialog, setDialog] = useState<"save" | "manage" | null>(null);
  const filters = savedFiltersOf(search);
  const ownView = views.own.find(({ id, search: viewSearch }) =>
    search.saved ? id === search.saved : areSameFilters(viewSearch, filters),
  );
  const currentBuiltIn = builtInViews.find(({ search: viewSearch }) =>
    areSameFilters(viewSearch, filters, "anyView"),
  );
  const isUnfiltered = !isFiltered(search);
  const currentKey = ownView?.id ?? currentBuiltIn?.key ?? (isUnfiltered ? "open" : null);
  const isChanged = ownView !== undefined && !areSameFilters(ownView.search, filters);

  const show = (savedSearch: ViewSearch, more: Partial<BoardSearch>) =>
    onChange({ ...withoutFilters, sort: undefined, saved: undefined, ...savedSearch, ...more });
  const close = () => setDialog(null);
  return (
    <>
      <div className="-mx-4 mb-1 no-scrollbar overflow-x-auto px-4 lg:mx-0 lg:px-0">
        <nav aria-label="Views" className="flex w-max items-center gap-1 lg:w-auto lg:flex-wrap">
          <Tab current={currentKey === "open"} name="All open" onPress={() => show({}, {})} />
          {views.builtIn.map(({ key, name, count }) => {
            const builtInView = builtInViews.find((view) => view.key === key);
            // A service that is no longer offered may still have trips.
            const isHidden = builtInView?.requiredService
              ? !services.includes(builtInView.requiredService)
              : builtInView?.isRare;
            if (isHidden && !count && currentKey !== key) return null;
            return (
              <Tab
                count={count}
                current={currentKey === key}
                key={key}
                name={name}
                onPress={() => {
                  // The view of today drops the day from the address, so that today is shown.
                  if (builtInView)
                    show(builtInView.search, key === "today" ? { day: undefined } : {});
                }}
              />
            );
          })}
          {views.own.map(({ id, name, search: viewSearch, count }) => (
            <Tab
              changed={isChanged && ownView?.id === id}
              count={count}
              current={currentKey === id}
              key={id}
              name={name}
              onPress={() => show(viewSearch, { view: viewSearch.view, saved: id })}
            />
          ))}
          {(currentKey === null || isChanged) && (
            <button className={quietStyle} onClick={() => setDialog("save")} type="button">
              <BookmarkPlus aria-hidden="true" size={15} />
              Save view
            </button>
          )}
          {views.own.length > 0 && (
            <button className={quietStyle} onClick={() => setDialog("manage")} type="button">
              <SlidersHorizontal aria-hidden="true" size={15} />
              My views
            </button>
          )}
        </nav>
      </div>
      {dialog === "save" && (
        <SaveViewDialog
          changedView={isChanged ? ownView : null}
          onClose={close}
          onSaved={(id) => onChange({ saved: id })}
          search={filters}
          write={write}
        />
      )}
      {dialog === "manage" && <ManageViewsDialog onClose={close} views={views.own} write={write} />}
    </>
  );
}

const quietStyle =
  "inline-flex min-h-8 items-center gap-1.5 whitespace-nowrap rounded-sm px-2 text-ink-muted text-sm hover:bg-surface-sunken hover:text-ink pointer-coarse:min-h-11";

function Tab({
  name,
  count = null,
  current,
  changed,
  onPress,
}: {
  name: string;
  count?: number | null;
  current: boolean;
  /** Whether the filters differ from the saved ones. */
  changed?: boolean;
  onPress: () => void;
}) {
  return (
    <button
      aria-current={current ? "true" : undefined}
      className={classNames(
        "inline-flex min-h-8 items-center gap-1.5 whitespace-nowrap rounded-sm px-2 text-sm transition pointer-coarse:min-h-11",
        current
          ? "bg-surface-sunken font-medium text-ink"
          : "text-ink-muted hover:bg-surface-sunken hover:text-ink",
      )}
      onClick={onPress}
      type="button"
    >
      <span className="max-w-40 truncate">{name}</span>
      {changed && <span className="text-xs">(changed)</span>}
      {count !== null && (
        <span className="text-ink-muted text-xs tabular-nums">
          {count >= MAX_SHOWN_COUNT ? `${MAX_SHOWN_COUNT - 1}+` : count}
        </span>
      )}
    </button>
  );
}
