import type { ServerStatus } from "../../src/status/contract";
import { Badge } from "../ui/badge";
import { Card } from "../ui/card";
import { Moment } from "../ui/moment";

/** The latest errors and warnings of the server's log. */
export function RecentLogLines({ lines }: { lines: ServerStatus["lines"] }) {
  return (
    <Card aria-labelledby="status-lines" flush role="region">
      <h2 className="px-4 pt-4 font-semibold text-base sm:px-6" id="status-lines">
        Errors and warnings
      </h2>
      <p className="px-4 pt-1 pb-4 text-ink-muted text-sm sm:px-6">
        The last 50 errors and warnings since the server started. To find the full line in the
        server log, search for the reference.
      </p>
      {lines.length === 0 ? (
        <p className="border-line border-t px-4 py-4 text-sm sm:px-6">
          No errors or warnings since the server started.
        </p>
      ) : (
        <ol className="divide-y divide-line border-line border-t text-sm">
          {lines.map((line, at) => (
            <li
              className="grid gap-x-4 gap-y-1 px-4 py-2.5 sm:grid-cols-[auto_5rem_minmax(0,1fr)] sm:px-6"
              // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be identical
              key={`${line.at} ${at}`}
            >
              <Moment at={line.at} className="text-ink-muted" />
              <span>
                <Badge tone={line.level === "error" ? "danger" : "warning"}>
                  {line.level === "error" ? "Error" : "Warning"}
                </Badge>
              </span>
              <span className="min-w-0 [overflow-wrap:anywhere]">
                {line.text}
                {line.requestId !== null && (
                  <span className="block text-ink-muted text-xs">
                    Reference <span className="select-all">{line.requestId}</span>
                  </span>
                )}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
