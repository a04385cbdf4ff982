import type { ReactNode } from "react";
import { classNames } from "../ui/class-names";

/** At most this many are named; the rest is a number. */
const NAMED = 3;

/** How many more there are stays at the end; what lies under it fades rather than ends within a letter. */
const atEnd =
  "sm:sticky sm:end-0 sm:bg-surface-raised sm:shadow-[-0.5rem_0_0.5rem_var(--surface-raised)]";

const grounds = { danger: "text-danger-ink", warning: "text-warning-ink" };

/** How what is named in a row looks, a button or a link. */
export const stripItem =
  "flex min-h-8 items-center gap-2 rounded-sm px-2 text-start hover:bg-surface-sunken pointer-coarse:min-h-11";

/** One kind of notice in a strip: how many there are, and the first few a press away. */
export function StripRow<Item>({
  icon,
  words,
  tone = "warning",
  items,
  keyOf,
  children,
  onRest,
}: {
  icon: ReactNode;
  words: string;
  tone?: keyof typeof grounds;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** An item's button or link. */
  children: (item: Item) => ReactNode;
  /** Shows all of them, where that is possible. */
  onRest?: (() => void) | undefined;
}) {
  const rest = items.length - NAMED;
  return (
    <div className="-mt-px -ms-px flex min-w-0 flex-col gap-x-3 border-line border-s border-t px-3 py-1 sm:flex-row sm:items-center">
      <p
        className={classNames(
          "flex shrink-0 items-center gap-2 py-1 font-medium sm:min-w-40",
          grounds[tone],
        )}
      >
        {icon}
        {words}
      </p>
      <ul className="-mx-3 flex min-w-0 flex-1 gap-1 no-scrollbar overflow-x-auto ps-7 pe-3 sm:mx-0 sm:px-0">
        {items.slice(0, NAMED).map((item) => (
          <li className="max-w-full shrink-0" key={keyOf(item)}>
            {children(item)}
          </li>
        ))}
        {rest > 0 &&
          (onRest ? (
            <li className={classNames("shrink-0", atEnd)}>
              <button
                className="min-h-8 rounded-sm px-2 text-ink-muted hover:bg-surface-sunken hover:text-ink pointer-coarse:min-h-11"
                onClick={onRest}
                type="button"
              >
                {rest} more
              </button>
            </li>
          ) : (
            <li
              className={classNames(
                "flex min-h-8 shrink-0 items-center px-2 text-ink-muted",
                atEnd,
              )}
            >
              {rest} more
            </li>
          ))}
      </ul>
    </div>
  );
}
