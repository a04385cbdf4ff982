/** Safari has popovers from 17 on. For older ones this loads a polyfill; settled once it is there. */
export const popovers: Promise<unknown> =
  typeof HTMLElement === "undefined" || "showPopover" in HTMLElement.prototype
    ? Promise.resolve()
    : import("@oddbird/popover-polyfill");
