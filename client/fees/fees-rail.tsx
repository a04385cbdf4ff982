import { Link, useLocation } from "@tanstack/react-router";
import { useEffect, useMemo, useRef } from "react";
import { classNames } from "../ui/class-names";
import { type FeeChange, feeChanges } from "./changes";
import { useDraft, useFees } from "./fees-context";
import { type FeeScreenLink, feeScreens, partOf } from "./parts/parts";

/** Returns the differences from the reference, calculated once for each draft version. */
export function useFeeChanges(): readonly FeeChange[] {
  const { reference, names } = useFees();
  const schedule = useDraft((state) => state.schedule);
  return useMemo(() => feeChanges(reference, schedule, names), [reference, schedule, names]);
}

/** The menu of the price list: a side menu on a desktop, a scrolling strip on a phone. */
export function FeesRail() {
  const faults = useDraft((state) => state.faults);
  const changes = useFeeChanges();
  const { pathname } = useLocation();
  const nav = useRef<HTMLElement>(null);
  // On a phone, the current entry is scrolled into view.
  useEffect(() => {
    const activeLink = nav.current?.querySelector(`a[href="${pathname}"]`);
    activeLink?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [pathname]);
  return (
    <nav
      ref={nav}
      aria-label="Price list"
      className="-mx-4 relative no-scrollbar overflow-x-auto px-4 lg:mx-0 lg:overflow-visible lg:px-0"
    >
      <div className="flex w-max gap-1 lg:w-auto lg:flex-col lg:gap-4">
        {feeScreens.map((group, index) => (
          <ul
            className={classNames(
              "flex gap-1 lg:flex-col lg:gap-0.5",
              index > 0 && "border-line border-s ps-1 lg:border-s-0 lg:border-t lg:ps-0 lg:pt-4",
            )}
            // biome-ignore lint/suspicious/noArrayIndexKey: the groups never change
            key={index}
          >
            {group.map((screen) => (
              <li key={screen.to}>
                <RailLink
                  changeCount={changes.filter(({ part }) => part === screen.part).length}
                  errorCount={
                    screen.part
                      ? faults.filter(
                          ({ severity, path }) =>
                            severity === "error" && partOf(path) === screen.part,
                        ).length
                      : 0
                  }
                  screen={screen}
                />
              </li>
            ))}
          </ul>
        ))}
      </div>
    </nav>
  );
}

function RailLink({
  screen: { label, to, icon: Icon, exact },
  changeCount,
  errorCount,
}: {
  screen: FeeScreenLink;
  changeCount: number;
  errorCount: number;
}) {
  return (
    <Link
      activeOptions={{ exact: exact ?? false, includeHash: false }}
      activeProps={{ className: "bg-accent-surface !text-accent-text font-medium" }}
      className="flex min-h-8 items-center gap-2.5 whitespace-nowrap rounded-md px-2.5 text-ink-muted text-sm transition hover:bg-surface-sunken hover:text-ink pointer-coarse:min-h-11"
      to={to as string}
    >
      <Icon aria-hidden="true" className="shrink-0" size={16} />
      <span className="flex-1">{label}</span>
      {errorCount > 0 ? (
        <span className="min-w-5 rounded-full bg-danger px-1.5 text-center font-semibold text-danger-on text-xs leading-5 tabular-nums">
          {errorCount}
          <span className="sr-only">{errorCount === 1 ? " error" : " errors"}</span>
        </span>
      ) : (
        changeCount > 0 && (
          <span className="size-2 rounded-full bg-accent-text" title="Changed">
            <span className="sr-only">Changed</span>
          </span>
        )
      )}
    </Link>
  );
}
