import { createContext, type ReactNode, useContext } from "react";
import { classNames } from "../ui/class-names";

const Place = createContext<"panel" | "page">("panel");

/** Around the parts of a reservation that stand on its own page: each is a card there. */
export const PartsOnPage = ({ children }: { children: ReactNode }) => (
  <Place value="page">{children}</Place>
);

/** Where the parts of a reservation stand: beside the board, or on its page. */
export function usePartsPlace(): "panel" | "page" {
  return useContext(Place);
}

/** One part of a reservation's details, under its name. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  const isPage = usePartsPlace() === "page";
  const Heading = isPage ? "h2" : "h3";
  return (
    <section
      className={isPage ? "min-w-0 rounded-lg border border-line bg-surface-raised p-4" : undefined}
    >
      <Heading
        className={classNames(
          isPage ? "mb-3 font-semibold text-base" : "mb-2 font-medium text-ink-muted text-xs",
        )}
      >
        {title}
      </Heading>
      {children}
    </section>
  );
}
