import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { classNames } from "./class-names";
import { popovers } from "./popovers";

export interface MenuItem {
  label: string;
  icon?: ReactNode;
  onSelect: () => void;
  danger?: boolean;
  disabled?: boolean;
}

/**
 * A button that opens a list of actions, following the ARIA menu pattern. The list is in the top layer (the popover
 * API), so that no table or card clips it.
 */
export function Menu({
  label,
  items,
  children,
  className,
}: {
  /** The menu's name, and the button's if the button is only an icon. */
  label: string;
  items: readonly MenuItem[];
  /** The content of the button. */
  children: ReactNode;
  className?: string;
}) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const list = menu.current;
    if (!list) return;
    const onToggle = (event: Event) => setOpen((event as ToggleEvent).newState === "open");
    list.addEventListener("toggle", onToggle);
    return () => list.removeEventListener("toggle", onToggle);
  }, []);

  const show = async () => {
    const list = menu.current;
    const anchor = button.current?.getBoundingClientRect();
    if (!list || !anchor) return;
    if (!("showPopover" in HTMLElement.prototype)) await popovers;
    list.showPopover();
    const box = list.getBoundingClientRect();
    const end = document.dir === "rtl" ? anchor.left : anchor.right - box.width;
    const left = Math.max(8, Math.min(end, innerWidth - box.width - 8));
    const topBelow = anchor.bottom + 4;
    const top = topBelow + box.height > innerHeight - 8 ? anchor.top - box.height - 4 : topBelow;
    list.style.inset = `${Math.max(8, top)}px auto auto ${left}px`;
    rowsOf(list)[0]?.focus();
  };
  const hide = () => {
    menu.current?.hidePopover();
    button.current?.focus();
  };
  const onKey = (event: KeyboardEvent<HTMLDivElement>) => {
    const rows = rowsOf(event.currentTarget);
    const at = rows.indexOf(document.activeElement as HTMLButtonElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (next !== undefined) {
      event.preventDefault();
      rows[(next + rows.length) % rows.length]?.focus();
    } else if (event.key === "Escape" || event.key === "Tab") {
      event.preventDefault();
      event.stopPropagation();
      hide();
    } else if (event.key.length === 1 && /\S/.test(event.key)) {
      const letter = event.key.toLowerCase();
      const startsWithLetter = (row: HTMLElement) =>
        row.textContent?.trim().toLowerCase().startsWith(letter);
      [...rows.slice(at + 1), ...rows.slice(0, at + 1)].find(startsWithLetter)?.focus();
    }
  };

  return (
    <>
      <button
        aria-controls={id}
        aria-expanded={open}
        aria-haspopup="menu"
        aria-label={typeof children === "string" ? undefined : label}
        className={classNames(
          "inline-flex min-h-9 min-w-9 items-center justify-center gap-2 rounded-md text-ink-muted transition hover:bg-surface-sunken hover:text-ink touch:min-h-11 touch:min-w-11",
          className,
        )}
        onClick={() => (open ? hide() : void show())}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown") return;
          event.preventDefault();
          void show();
        }}
        ref={button}
        type="button"
      >
        {children}
      </button>
      <div
        aria-label={label}
        className="m-0 min-w-48 rounded-lg border border-line bg-surface-raised p-1 text-ink shadow-lg"
        id={id}
        onKeyDown={onKey}
        popover="auto"
        ref={menu}
        role="menu"
        tabIndex={-1}
      >
        {items.map((item) => (
          <button
            className={classNames(
              "flex min-h-9 w-full items-center gap-3 rounded-sm px-3 text-start text-sm hover:bg-surface-sunken focus-visible:bg-surface-sunken focus-visible:outline-none disabled:opacity-45 touch:min-h-11",
              item.danger && "text-danger-ink",
            )}
            disabled={item.disabled}
            key={item.label}
            onClick={() => {
              hide();
              item.onSelect();
            }}
            role="menuitem"
            tabIndex={-1}
            type="button"
          >
            {item.icon}
            {item.label}
          </button>
        ))}
      </div>
    </>
  );
}

function rowsOf(menu: HTMLElement): HTMLButtonElement[] {
  return [...menu.querySelectorAll<HTMLButtonElement>("[role=menuitem]:not(:disabled)")];
}
