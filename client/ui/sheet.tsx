import { X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { IconButton } from "./icon-button";
import { useModal } from "./use-modal";
import { useWords } from "../words/use-words";

export interface SheetProps {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** The buttons, which stay at the bottom while the body scrolls. */
  actions?: ReactNode;
}

/** A panel from the bottom on a phone, from the side on a desktop. */
export function Sheet({ open, onClose, title, children, actions }: SheetProps) {
  const t = useWords();
  const ref = useModal(open, onClose);
  const id = useId();
  return (
    <dialog
      aria-labelledby={id}
      className="sheet m-0 mt-auto max-h-[92dvh] w-full max-w-none overflow-hidden rounded-t-xl bg-surface-raised p-0 pb-[env(safe-area-inset-bottom)] shadow-lg md:ms-auto md:mt-0 md:h-dvh md:max-h-none md:w-120 md:rounded-none"
      ref={ref}
    >
      {open && (
        <div className="flex max-h-[calc(92dvh-env(safe-area-inset-bottom))] flex-col md:h-full md:max-h-none">
          <div className="flex items-center justify-between gap-4 border-line border-b py-2 ps-6 pe-3">
            <h2 className="text-lg" id={id}>
              {title}
            </h2>
            <IconButton
              icon={<X aria-hidden="true" size={20} />}
              label={t("Close")}
              onClick={onClose}
            />
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto p-6">{children}</div>
          {actions && (
            <div className="flex gap-2 border-line border-t px-6 py-4 *:flex-1">{actions}</div>
          )}
        </div>
      )}
    </dialog>
  );
}
