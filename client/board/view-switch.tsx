import { CalendarRange, List, Map as MapIcon } from "lucide-react";
import { classNames } from "../ui/class-names";
import { type BoardView, views } from "./board-filters";

const viewButtons = {
  table: { words: "Table", Icon: List },
  timeline: { words: "Timeline", Icon: CalendarRange },
  map: { words: "Map", Icon: MapIcon },
} as const;

/** The three views of the board; their keys are 1, 2 and 3. */
export function ViewSwitch({
  view,
  onView,
}: {
  view: BoardView;
  onView: (view: BoardView) => void;
}) {
  return (
    <fieldset className="flex rounded-md border border-line bg-surface-sunken p-0.5">
      <legend className="sr-only">View</legend>
      {views.map((name, at) => {
        const { words, Icon } = viewButtons[name];
        return (
          <button
            aria-pressed={view === name}
            className={classNames(
              "inline-flex min-h-8 items-center gap-1.5 rounded-sm px-2.5 text-sm transition pointer-coarse:min-h-11",
              view === name
                ? "bg-surface-raised font-medium text-ink shadow-sm"
                : "text-ink-muted hover:text-ink",
            )}
            key={name}
            onClick={() => onView(name)}
            title={`${words} (${at + 1})`}
            type="button"
          >
            <Icon aria-hidden="true" size={16} />
            {words}
          </button>
        );
      })}
    </fieldset>
  );
}
