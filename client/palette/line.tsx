import { classNames } from "../ui/class-names";
import { Kbd } from "../ui/kbd";
import { formatMoment } from "../ui/moment";
import { StateBadge } from "../ui/state-badge";
import type { Entry } from "./entries";
import { useOffice } from "../office/calls";

/** One line of the palette: title and details. */
export function Line({
  id,
  entry: { title, detail, Icon, shortcut, danger, hit },
  active,
  onChoose,
  onPoint,
}: {
  id: string;
  entry: Entry;
  active: boolean;
  onChoose: () => void;
  /** Called when the pointer moves over the line. */
  onPoint: () => void;
}) {
  const { timeZone } = useOffice();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox above has the focus and the keys
    <div
      aria-selected={active}
      className={classNames(
        "flex min-h-9 cursor-pointer items-center gap-3 rounded-md px-3 py-1 pointer-coarse:min-h-11",
        active ? "bg-accent-surface text-ink" : "text-ink-muted",
      )}
      id={id}
      onClick={onChoose}
      onPointerDown={(event) => event.preventDefault()}
      onPointerMove={active ? undefined : onPoint}
      role="option"
      tabIndex={-1}
    >
      <span className={classNames("shrink-0", danger ? "text-danger-ink" : "text-ink-faint")}>
        <Icon aria-hidden="true" size={16} />
      </span>
      <span className="flex min-w-0 flex-1 items-baseline gap-3 max-sm:flex-col max-sm:gap-0">
        <span
          className={classNames(
            "max-w-full shrink-0 truncate font-medium",
            danger ? "text-danger-ink" : "text-ink",
          )}
        >
          {title}
        </span>
        {detail && <span className="max-w-full min-w-0 truncate">{detail}</span>}
      </span>
      {hit?.pickupAt && (
        <span className="shrink-0 tabular-nums">
          {formatMoment(hit.pickupAt, timeZone, "date-time")}
        </span>
      )}
      {hit?.state && (
        <span className="shrink-0 max-sm:hidden">
          <StateBadge state={hit.state} />
        </span>
      )}
      {shortcut && <Kbd>{shortcut}</Kbd>}
    </div>
  );
}
