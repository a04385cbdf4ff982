import { NoticeBanner } from "../../ui/notice-banner";
import { TextField } from "../../ui/text-field";
import type { Trial } from "./use-connection-test";

/** The number for a test message. */
export function TestPhoneField({ trial, error }: { trial: Trial; error: string | undefined }) {
  return (
    <TextField
      autoComplete="tel"
      className="w-64"
      dense
      error={error}
      label="Your number for the test"
      name="phone"
      onChange={(event) => trial.setPhone(event.target.value)}
      type="tel"
      value={trial.phone}
    />
  );
}

/** The result of a test. */
export function TrialResult({ trial: { result } }: { trial: Trial }) {
  return (
    <div className="not-empty:mt-4" role="status">
      {result && (
        <NoticeBanner tone={result.ok ? "success" : "danger"}>
          {result.outcome}{" "}
          <span className="whitespace-nowrap tabular-nums">({result.milliseconds} ms)</span>
        </NoticeBanner>
      )}
    </div>
  );
}
