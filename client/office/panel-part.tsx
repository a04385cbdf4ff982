import { createContext, type ReactNode, useContext } from "react";
import { classNames } from "../ui/class-names";

const PartsLocation = createContext<"panel" | "page">("panel");

/** Makes each part of a reservation a card on its own page. */
export const PagePanels = ({ children }: { children: ReactNode }) => (
  <PartsLocation value="page">{children}</PartsLocation>
);

/** Returns whether the parts of a reservation are shown beside the board or on their own page. */
export function usePartsLocation(): "panel" | "page" {
  return useContext(PartsLocation);
}

/** One titled part of a reservation's details. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  const isFullPage = usePartsLocation() === "page";
  const Heading = isFullPage ? "h2" : "h3";
  return (
    <section
      className={
        isFullPage ? "min-w-0 rounded-lg border border-line bg-surface-raised p-4" : undefined
      }
    >
      <Heading
        className={classNames(
          isFullPage ? "mb-3 font-semibold text-base" : "mb-2 font-medium text-ink-muted text-xs",
        )}
      >
        {title}
      </Heading>
      {children}
    </section>
  );
}
