import type { ReactNode } from "react";
import { classNames } from "../ui/class-names";

/** The most items shown. How many fit depends on the screen, so the total is shown beside them. */
const MAX_SHOWN_ITEMS = 3;

/** Fades out items that don't fit. The space behind the last item is as wide as the fade. */
const fadingStyle =
  "pe-6 [mask-image:linear-gradient(to_right,#000_calc(100%-1.5rem),transparent)]";

const toneClasses = { danger: "text-danger-ink", warning: "text-warning-ink" };

/** The style of an item, a button or a link. */
export const stripItemStyle =
  "flex min-h-8 items-center gap-2 rounded-sm px-2 text-start hover:bg-surface-sunken pointer-coarse:min-h-11";

/** One kind of notice in a strip: the count, and the first few items. */
export function StripRow<Item>({
  icon,
  words,
  tone = "warning",
  items,
  keyOf,
  children,
  onShowRest,
}: {
  icon: ReactNode;
  words: string;
  tone?: keyof typeof toneClasses;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** An item's button or link. */
  children: (item: Item) => ReactNode;
  /** Shows all items; absent where that isn't possible. */
  onShowRest?: (() => void) | undefined;
}) {
  return (
    <div className="-mt-px -ms-px flex min-w-0 flex-col gap-x-3 border-line border-s border-t px-3 py-1 sm:flex-row sm:items-center">
      <p
        className={classNames(
          "flex shrink-0 items-center gap-2 whitespace-nowrap py-1 font-medium sm:min-w-40",
          toneClasses[tone],
        )}
      >
        {icon}
        {words}
      </p>
      <div className="flex min-w-0 flex-1 items-center">
        <ul
          className={classNames(
            "-ms-3 flex min-w-0 gap-1 no-scrollbar overflow-x-auto ps-7 sm:ms-0 sm:ps-0",
            fadingStyle,
          )}
        >
          {items.slice(0, MAX_SHOWN_ITEMS).map((item) => (
            <li className="max-w-full shrink-0" key={keyOf(item)}>
              {children(item)}
            </li>
          ))}
        </ul>
        {items.length > MAX_SHOWN_ITEMS &&
          (onShowRest ? (
            <button
              className="min-h-8 shrink-0 rounded-sm px-2 text-ink-muted hover:bg-surface-sunken hover:text-ink pointer-coarse:min-h-11"
              onClick={onShowRest}
              type="button"
            >
              All {items.length}
            </button>
          ) : (
            <span className="shrink-0 px-2 text-ink-muted">{items.length} in total</span>
          ))}
      </div>
    </div>
  );
}
