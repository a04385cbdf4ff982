import { Link } from "@tanstack/react-router";
import { Badge } from "../../ui/badge";
import { classNames } from "../../ui/class-names";

/** The tabs for drivers and applications. */
export function DriverTabs({
  current,
  waitingCount,
}: {
  current: "drivers" | "applications";
  /** The number of complete applications to decide on; null for a role without the permission. */
  waitingCount: number | null;
}) {
  if (waitingCount === null) return null;
  return (
    <nav aria-label="Drivers and applications" className="mb-4 flex gap-1 border-line border-b">
      <Link
        aria-current={current === "drivers" ? "page" : undefined}
        className={tabClass(current === "drivers")}
        search={{}}
        to="/dispatch/dashboard/DriverManagement"
      >
        Drivers
      </Link>
      <Link
        aria-current={current === "applications" ? "page" : undefined}
        className={tabClass(current === "applications")}
        search={{}}
        to="/dispatch/dashboard/DriverManagement/applications"
      >
        Applications
        {waitingCount > 0 && (
          <Badge tone="accent">
            {waitingCount}
            <span className="sr-only"> waiting for a decision</span>
          </Badge>
        )}
      </Link>
    </nav>
  );
}

function tabClass(isCurrent: boolean): string {
  return classNames(
    "-mb-px inline-flex min-h-11 items-center gap-2 border-b-2 px-3 font-medium",
    isCurrent ? "border-accent text-ink" : "border-transparent text-ink-muted hover:text-ink",
  );
}
