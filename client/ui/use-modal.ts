import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/**
 * Opens and closes a native `<dialog>` as a modal with the `open` a parent holds. The browser makes
 * the rest inert, keeps the focus inside and gives it back on close. Escape calls `onClose`; a
 * press beside the box too, unless `sticky`.
 */
export function useModal(
  open: boolean,
  onClose: () => void,
  sticky = false,
): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  const wanted = useRef(open);
  wanted.current = open;

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (open && !dialog.open) {
      // While a modal is open the page does not scroll: what had a scrollbar keeps its place.
      const root = document.documentElement;
      if (!document.querySelector("dialog:modal"))
        root.classList.toggle("scrolls", window.innerWidth > root.clientWidth);
      dialog.showModal();
    }
    if (!open && dialog.open) dialog.close();
  }, [open]);

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const onCancel = (event: Event) => {
      event.preventDefault();
      close.current();
    };
    // Chromium closes on a second Escape whatever `cancel` says; the parent must hear of it.
    const onNativeClose = () => {
      if (wanted.current && !dialog.open) close.current();
    };
    const onPress = (event: PointerEvent) => {
      if (!sticky && event.target === dialog) close.current();
    };
    dialog.addEventListener("cancel", onCancel);
    dialog.addEventListener("close", onNativeClose);
    dialog.addEventListener("pointerdown", onPress);
    return () => {
      dialog.removeEventListener("cancel", onCancel);
      dialog.removeEventListener("close", onNativeClose);
      dialog.removeEventListener("pointerdown", onPress);
      // Closing before it leaves the page is what gives the focus back: at a later effect's end the
      // box is gone already.
      if (dialog.open) dialog.close();
    };
  }, [sticky]);

  return ref;
}
