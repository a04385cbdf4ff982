import { Link } from "@tanstack/react-router";
import type { ServerStatus } from "../../src/status/contract";
import { formatMoment } from "../ui/moment";
import { NoticeBanner } from "../ui/notice-banner";
import { useOffice } from "../office/calls";

/** The active alerts, and who receives them by e-mail. */
export function AlertsPart({ alerts: { holding, to, mail } }: { alerts: ServerStatus["alerts"] }) {
  const { timeZone } = useOffice();
  return (
    <section aria-label="Alerts" aria-live="polite" className="mb-6 grid gap-2">
      {holding.length === 0 && (
        <NoticeBanner tone="success">No alerts. Everything is working.</NoticeBanner>
      )}
      {holding.map(({ kind, title, detail, remedy, since, mailedAt }) => (
        <NoticeBanner key={kind} tone="danger">
          <p className="font-medium">{title}</p>
          <p className="[overflow-wrap:anywhere]">{detail}</p>
          <p className="mt-1">{remedy}</p>
          <p className="mt-1">
            Since {formatMoment(since, timeZone, "date-time")}.{" "}
            {mailedAt === null
              ? "No e-mail sent yet."
              : `E-mailed to the owners ${formatMoment(mailedAt, timeZone, "date-time")}.`}
          </p>
        </NoticeBanner>
      ))}
      {mail === "stuck" && (
        <NoticeBanner tone="warning">
          E-mail is not being sent, so no alert has reached anybody.
        </NoticeBanner>
      )}
      {mail === "off" && (
        <NoticeBanner tone="warning">
          No e-mail provider is connected, so alerts are not e-mailed. You find them here, in the
          outbox and in the server’s log.{" "}
          <Link
            className="inline-flex items-center underline underline-offset-4 pointer-coarse:min-h-11"
            to="/dispatch/dashboard/settings/providers"
          >
            Connect a provider
          </Link>
        </NoticeBanner>
      )}
      {mail === "on" && (
        <p className="text-ink-muted text-sm [overflow-wrap:anywhere]">
          {to.length === 0
            ? "No owner has an e-mail address for alerts."
            : `Alerts are e-mailed to ${to.join(", ")}.`}
        </p>
      )}
    </section>
  );
}
