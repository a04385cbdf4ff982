import { createFileRoute, notFound } from "@tanstack/react-router";

type DesignSection = "parts" | "rider" | "driver" | "dispatch" | "sign-in";
const shownSections: readonly DesignSection[] = ["parts", "rider", "driver", "dispatch", "sign-in"];

/** Every part of the design system on one page, for developers. */
export const Route = createFileRoute("/design")({
  validateSearch: (search): { show?: DesignSection } => {
    const show = shownSections.find((name) => name === search.show);
    return show ? { show } : {};
  },
  beforeLoad: () => {
    if (process.env.NODE_ENV !== "development") throw notFound();
  },
  head: ({ match }) => ({ meta: [{ title: `Design · ${match.context.settings.brand}` }] }),
});
