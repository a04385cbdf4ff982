import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/**
 * Opens and closes a native `<dialog>` as a modal according to `open`. The browser makes the rest inert, keeps the
 * focus inside and returns it on close. Escape calls `onClose`, and so does a press outside, unless `isSticky`.
 */
export function useModal(
  open: boolean,
  onClose: () => void,
  isSticky = false,
): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  const isOpenWanted = useRef(open);
  isOpenWanted.current = open;

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (open && !dialog.open) {
      // While a modal is open the page doesn't scroll, and scrollable elements keep their position.
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
    // Chromium closes the dialog on a second Escape despite `cancel`, and the parent must know.
    const onNativeClose = () => {
      if (isOpenWanted.current && !dialog.open) close.current();
    };
    const onPress = (event: PointerEvent) => {
      if (!isSticky && event.target === dialog) close.current();
    };
    dialog.addEventListener("cancel", onCancel);
    dialog.addEventListener("close", onNativeClose);
    dialog.addEventListener("pointerdown", onPress);
    return () => {
      dialog.removeEventListener("cancel", onCancel);
      dialog.removeEventListener("close", onNativeClose);
      dialog.removeEventListener("pointerdown", onPress);
      // Closes the dialog before it leaves the page, so that the focus returns. In a later effect it would already be
      // removed.
      if (dialog.open) dialog.close();
    };
  }, [isSticky]);

  return ref;
}
