import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { type BoardSearch, isFiltered, withoutFilters } from "./board-filters";

/** The empty list, with the reason and a way to show more. */
export function EmptyBoard({
  search,
  change,
}: {
  search: BoardSearch;
  change: (to: Partial<BoardSearch>) => void;
}) {
  const allStatesAndDates = { state: "all", range: "all" as const, from: undefined, to: undefined };
  const isUnfiltered = search.state === "all" && search.range === "all";
  return (
    <div className="rounded-lg border border-line bg-surface-raised">
      {search.q ? (
        <EmptyState
          action={
            <Button
              onClick={() => change(isUnfiltered ? { q: undefined } : allStatesAndDates)}
              size="small"
              variant="secondary"
            >
              {isUnfiltered ? "Clear search" : "Search all states and dates"}
            </Button>
          }
          title={`Nothing found for “${search.q}”`}
        >
          {isUnfiltered
            ? "You can search by number, name, phone number and place."
            : "Only reservations that match the filters above are searched."}
        </EmptyState>
      ) : isFiltered(search) ? (
        <EmptyState
          action={
            <Button onClick={() => change(withoutFilters)} size="small" variant="secondary">
              Clear filters
            </Button>
          }
          title="No reservations match these filters"
        />
      ) : (
        <EmptyState title="Nothing to do right now">
          New bookings appear here automatically. To enter one yourself, press “New booking”.
        </EmptyState>
      )}
    </div>
  );
}
