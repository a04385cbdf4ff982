import { Link } from "@tanstack/react-router";
import { Badge } from "../../ui/badge";
import { classNames } from "../../ui/class-names";

/** The tabs for drivers and applications. */
export function DriverTabs({
  current,
  waiting,
}: {
  current: "drivers" | "applications";
  /** The number of complete applications to decide on; null for a role without the permission. */
  waiting: number | null;
}) {
  if (waiting === null) return null;
  return (
    <nav aria-label="Drivers and applications" className="mb-4 flex gap-1 border-line border-b">
      <Link
        aria-current={current === "drivers" ? "page" : undefined}
        className={tab(current === "drivers")}
        search={{}}
        to="/dispatch/dashboard/DriverManagement"
      >
        Drivers
      </Link>
      <Link
        aria-current={current === "applications" ? "page" : undefined}
        className={tab(current === "applications")}
        search={{}}
        to="/dispatch/dashboard/DriverManagement/applications"
      >
        Applications
        {waiting > 0 && (
          <Badge tone="accent">
            {waiting}
            <span className="sr-only"> waiting for a decision</span>
          </Badge>
        )}
      </Link>
    </nav>
  );
}

function tab(isCurrent: boolean): string {
  return classNames(
    "-mb-px inline-flex min-h-11 items-center gap-2 border-b-2 px-3 font-medium",
    isCurrent ? "border-accent text-ink" : "border-transparent text-ink-muted hover:text-ink",
  );
}
