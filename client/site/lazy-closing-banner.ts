import { lazyServed } from "../lazy-served";

/** The end of a page. Its code loads right after the page's. */
export const ClosingBanner = lazyServed(
  async () => (await import("./closing-banner")).ClosingBanner,
);
