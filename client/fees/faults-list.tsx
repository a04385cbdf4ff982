import { Link } from "@tanstack/react-router";
import { CircleAlert, TriangleAlert } from "lucide-react";
import type { ScheduleFault } from "../../src/fares/fee-contract";
import { focusPath } from "./focus";
import { partOf, screenOf } from "./parts/parts";

/** The draft's faults, each with a link to its field. */
export function FaultsList({
  faults,
  onNavigate,
}: {
  faults: readonly ScheduleFault[];
  onNavigate?: () => void;
}) {
  return (
    <ul className="grid gap-0.5">
      {faults.map(({ severity, path, message }, index) => {
        const screen = screenOf(partOf(path));
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: two faults may say the same
            key={`${path} ${message} ${index}`}
          >
            <Link
              className="flex items-start gap-2 rounded-sm px-2 py-1.5 text-sm hover:bg-surface-sunken pointer-coarse:py-3"
              hash={path}
              hashScrollIntoView={false}
              onClick={() => {
                onNavigate?.();
                focusPath(path);
              }}
              to={screen.to as string}
            >
              {severity === "error" ? (
                <CircleAlert
                  aria-label="Error"
                  className="mt-0.5 shrink-0 text-danger-ink"
                  role="img"
                  size={16}
                />
              ) : (
                <TriangleAlert
                  aria-label="Warning"
                  className="mt-0.5 shrink-0 text-warning-ink"
                  role="img"
                  size={16}
                />
              )}
              <span className="min-w-0">
                <span className="text-ink">{message}</span>{" "}
                <span className="text-ink-muted">{screen.label}</span>
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
