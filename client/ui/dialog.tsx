import { type ReactNode, useId } from "react";
import { useModal } from "./use-modal";

export interface DialogProps {
  open: boolean;
  /** Called on Escape or a press outside the box, but not by the actions. */
  onClose: () => void;
  title: string;
  children?: ReactNode;
  /** The buttons, with the main one last. On a phone they are stacked with the main one on top. */
  actions?: ReactNode;
  icon?: ReactNode;
  /** Whether a press outside the box does nothing, for questions that must be answered. */
  isSticky?: boolean;
  wide?: boolean;
}

/** A modal box on the native `<dialog>`. It is rendered only while open. */
export function Dialog({
  open,
  onClose,
  title,
  children,
  actions,
  icon,
  isSticky,
  wide,
}: DialogProps) {
  const ref = useModal(open, onClose, isSticky);
  const id = useId();
  return (
    <dialog
      aria-describedby={children ? `${id}-body` : undefined}
      aria-labelledby={`${id}-title`}
      className={`dialog max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] overflow-y-auto rounded-xl bg-surface-raised p-0 shadow-lg ${wide ? "max-w-2xl" : "max-w-md"}`}
      ref={ref}
    >
      {open && (
        <div className="p-6">
          {icon && <div className="mb-4">{icon}</div>}
          <h2 className="text-lg" id={`${id}-title`}>
            {title}
          </h2>
          {children && (
            <div className="mt-2 text-ink-muted" id={`${id}-body`}>
              {children}
            </div>
          )}
          {actions && (
            // The actions stay at the bottom of the box while a long body scrolls, so that the box opens at its top.
            <div className="sticky bottom-0 -mx-6 mt-2 -mb-6 flex flex-col-reverse gap-2 bg-surface-raised px-6 pt-4 pb-6 sm:flex-row sm:justify-end">
              {actions}
            </div>
          )}
        </div>
      )}
    </dialog>
  );
}
