import { Link } from "@tanstack/react-router";
import type { ServerStatus } from "../../src/status/contract";
import { formatMoment } from "../ui/moment";
import { NoticeBanner } from "../ui/notice-banner";
import { useOffice } from "../office/calls";

/** The active alerts, and who receives them by e-mail. */
export function AlertsPart({
  alerts: { activeAlerts, to, mail },
}: {
  alerts: ServerStatus["alerts"];
}) {
  const { timeZone } = useOffice();
  return (
    <section aria-label="Needs attention" aria-live="polite" className="mb-6 grid gap-2">
      {activeAlerts.length === 0 && <NoticeBanner tone="success">Everything is fine.</NoticeBanner>}
      {activeAlerts.map(({ kind, title, detail, remedy, since, mailedAt }) => (
        <NoticeBanner key={kind} tone="danger">
          <p className="font-medium">{title}</p>
          <p className="[overflow-wrap:anywhere]">{detail}</p>
          <p className="mt-1">{remedy}</p>
          <p className="mt-1">
            {`Since ${formatMoment(since, timeZone, "date-time")}. `}
            {mailedAt === null
              ? "Nobody has been alerted."
              : `The owners were alerted ${formatMoment(mailedAt, timeZone, "date-time")}.`}
          </p>
        </NoticeBanner>
      ))}
      {mail === "stuck" && (
        <NoticeBanner tone="warning">
          E-mail itself is failing, so alerts have not reached anyone.
        </NoticeBanner>
      )}
      {mail === "off" && (
        <NoticeBanner tone="warning">
          No e-mail provider is set up, so alerts are not sent. You can read them here, in the
          outbox and in the server log.{" "}
          <Link
            className="inline-flex items-center underline underline-offset-4 pointer-coarse:min-h-11"
            to="/dispatch/dashboard/settings/providers"
          >
            Set up e-mail
          </Link>
        </NoticeBanner>
      )}
      {mail === "on" && (
        <p className="text-ink-muted text-sm [overflow-wrap:anywhere]">
          {to.length === 0
            ? "There is no owner to alert."
            : `Alerts are e-mailed to ${to.join(", ")}.`}
        </p>
      )}
    </section>
  );
}
