import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Brand } from "./brand";
import { classNames } from "./class-names";
import { IconButton } from "./icon-button";
import { useModal } from "./use-modal";
import { useWords } from "../words/use-words";

/** The sidebar of a desktop frame, as high as the window. `className` sets from which width it shows. */
export function ShellSidebar({
  className,
  demo,
  children,
}: {
  className: string;
  demo: boolean | undefined;
  children: ReactNode;
}) {
  return (
    <aside
      className={classNames(
        "sticky top-0 hidden shrink-0 flex-col overflow-x-hidden border-line border-e",
        className,
        // It scrolls down if the menu is long, but never sideways. Below the banner of a demo its bottom stays visible,
        // and its background reaches the window's bottom.
        demo ? "h-[calc(100dvh-2rem)] shadow-[0_2rem_0_var(--surface-raised)]" : "h-dvh",
      )}
    >
      {children}
    </aside>
  );
}

/** The sidebar's content on a phone: a drawer over the page, closed by its cross, Escape, or a press outside. */
export function ShellDrawer({
  brand,
  open,
  headClassName,
  onClose,
  children,
}: {
  brand: string;
  open: boolean;
  headClassName?: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const t = useWords();
  const drawer = useModal(open, onClose);
  return (
    <dialog
      aria-label={t("Menu")}
      className="m-0 h-dvh max-h-none w-72 max-w-[85vw] bg-surface-raised p-0 shadow-lg"
      ref={drawer}
    >
      {open && (
        <div className="flex min-h-full flex-col gap-4 p-4">
          <div className={classNames("flex items-center justify-between", headClassName)}>
            <Brand name={brand} />
            <IconButton
              icon={<X aria-hidden="true" size={20} />}
              label={t("Close menu")}
              onClick={onClose}
            />
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
}
