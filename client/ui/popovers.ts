/** Safari has popovers from 17 on. Where they are missing this brings them; settled once they are there. */
export const popovers: Promise<unknown> =
  typeof HTMLElement === "undefined" || "showPopover" in HTMLElement.prototype
    ? Promise.resolve()
    : import("@oddbird/popover-polyfill");
