import { NoticeBanner } from "../../ui/notice-banner";
import { TextField } from "../../ui/text-field";
import type { ConnectionTest } from "./use-connection-test";

/** The field for the phone number that gets a test message. */
export function TestPhoneField({
  connectionTest,
  error,
}: {
  connectionTest: ConnectionTest;
  error: string | undefined;
}) {
  return (
    <TextField
      autoComplete="tel"
      className="w-64"
      dense
      error={error}
      label="Your phone number for the test"
      name="phone"
      onChange={(event) => connectionTest.setPhone(event.target.value)}
      type="tel"
      value={connectionTest.phone}
    />
  );
}

/** The result of a test. */
export function ConnectionTestResult({
  connectionTest: { result },
}: {
  connectionTest: ConnectionTest;
}) {
  return (
    <div className="not-empty:mt-4" role="status">
      {result && (
        <NoticeBanner tone={result.ok ? "success" : "danger"}>
          {result.outcome}{" "}
          <span className="whitespace-nowrap tabular-nums">{`(${result.milliseconds} ms)`}</span>
        </NoticeBanner>
      )}
    </div>
  );
}
