/** Resolves when popovers work. Safari has them since version 17; for older ones this loads a polyfill. */
export const popovers: Promise<unknown> =
  typeof HTMLElement === "undefined" || "showPopover" in HTMLElement.prototype
    ? Promise.resolve()
    : import("@oddbird/popover-polyfill");
