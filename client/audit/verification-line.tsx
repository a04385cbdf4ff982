import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import type { AuditState } from "../../src/dispatch/board/audit-contract";
import { failureText, LeftPageError, useOffice } from "../office/calls";
import { usePermission } from "../office/use-permission";
import { Button } from "../ui/button";
import { formatMoment } from "../ui/moment";
import { NoticeBanner } from "../ui/notice-banner";

/** The last verification, by whom and when, and a button to verify again. */
export function VerificationLine({ first }: { first: AuditState }) {
  const { api, timeZone, call } = useOffice();
  const mayVerify = usePermission("audit.verify");
  const [state, setState] = useState(first);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { verified } = state;

  const verify = async () => {
    setBusy(true);
    setFailure(null);
    try {
      setState(await call(api.admin.audit.verification.$post()));
    } catch (error) {
      if (!(error instanceof LeftPageError)) setFailure(failureText(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <div aria-live="polite" className="mb-4 grid gap-2">
      <NoticeBanner
        action={
          mayVerify && (
            <Button
              busy={busy}
              busyLabel="Verifying..."
              icon={<ShieldCheck aria-hidden size={16} />}
              onClick={() => void verify()}
              size="small"
              variant="secondary"
            >
              Verify log
            </Button>
          )
        }
        tone={verified === null ? "neutral" : verified.intact ? "success" : "danger"}
      >
        {verified === null
          ? "The log has not been verified yet."
          : verified.intact
            ? `Verified up to entry ${verified.upTo} by ${verified.by}, ${formatMoment(verified.at, timeZone, "date-time")}.`
            : `The log is broken at entry ${verified.brokenAt}: somebody changed, added or removed an entry outside Livery. ${verified.by} found this on ${formatMoment(verified.at, timeZone, "date-time")}. Compare the log with a backup.`}
        {verified?.intact && verified.hash !== "" && (
          <details className="mt-1">
            <summary className="inline-flex min-h-8 cursor-pointer items-center text-ink-muted underline underline-offset-4 pointer-coarse:min-h-11">
              Fingerprint
            </summary>
            <p className="text-ink-muted">
              Write down this fingerprint and the entry number, and keep them outside this server.
              Any later copy of the log must show the same fingerprint for this entry.
            </p>
            <code className="block break-all">{verified.hash}</code>
          </details>
        )}
      </NoticeBanner>
      {failure && <NoticeBanner tone="danger">{failure}</NoticeBanner>}
    </div>
  );
}
