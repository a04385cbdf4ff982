import { useRouter } from "@tanstack/react-router";
import type { TermsHistory } from "../../src/reservations/terms/terms-contract";
import { Form, FormFailure, SubmitButton } from "../forms/form";
import { useOffice } from "../office/calls";
import { LeaveGuard } from "../office/leave-guard";
import { useStaffForm } from "../office/use-staff-form";
import { Card } from "../ui/card";
import { formatMoment } from "../ui/moment";
import { NoticeBanner } from "../ui/notice-banner";
import { PageHeader } from "../ui/page-header";
import { TextArea } from "../ui/text-area";
import { countText } from "../ui/trip-words";

/** The operator's terms and cancellation policy. Publishes the next version, and lists earlier ones. */
export function TermsForm({
  versions,
  mayChange,
}: TermsHistory & {
  /** False for read-only roles. */
  mayChange: boolean;
}) {
  const { api, call } = useOffice();
  const router = useRouter();
  const [newest] = versions;
  const version = newest?.version ?? 0;
  const form = useStaffForm({
    initialValues: { text: newest?.text ?? "", cancellation: newest?.cancellation ?? "" },
    send: (typed) => call(api.admin.terms.$post({ json: { ...typed, version } })),
    successText: `Version ${version + 1} published`,
    onSaved: () => router.invalidate(),
  });
  const isEmpty = form.typed.text.trim() + form.typed.cancellation.trim() === "";
  return (
    <div className="max-w-3xl">
      <PageHeader
        dense
        detail="Riders accept your terms when they book. Each trip records the version and the time. Without terms, riders don’t have to accept anything."
        title="Terms"
      />
      {!mayChange && (
        <div className="mb-4">
          <NoticeBanner tone="neutral">
            You can view this page. Only an owner can change the terms.
          </NoticeBanner>
        </div>
      )}
      <LeaveGuard isUnsaved={form.isUnsaved} />
      <Form aria-label="Terms" className="grid gap-4" form={form}>
        <Card>
          <fieldset className="grid gap-4" disabled={!mayChange}>
            <legend className="sr-only">Texts</legend>
            <TextArea
              {...form.field("text")}
              hint="In the main language of your site. Riders see the text as you write it, with its line breaks."
              label="Terms"
              optional
              rows={12}
            />
            <TextArea
              {...form.field("cancellation")}
              hint="Describe your policy in words. You set the fees under Cancellation fees."
              label="Cancellation policy"
              optional
              rows={6}
            />
          </fieldset>
        </Card>
        <FormFailure form={form} />
        {mayChange && (
          <div>
            <SubmitButton
              busyLabel="Publishing..."
              disabled={!form.isUnsaved || (isEmpty && version === 0)}
              form={form}
            >
              {isEmpty && version > 0
                ? "Stop asking for acceptance"
                : `Publish version ${version + 1}`}
            </SubmitButton>
            <p className="mt-2 text-ink-muted text-sm">
              A published version never changes. Each trip keeps the version it was booked under.
            </p>
          </div>
        )}
      </Form>
      {versions.length > 0 && <TermsVersions versions={versions} />}
    </div>
  );
}

function TermsVersions({ versions }: TermsHistory) {
  const { timeZone } = useOffice();
  return (
    <section className="mt-8">
      <h2 className="mb-2 font-semibold text-base">Published versions</h2>
      <Card flush>
        <ul className="divide-y divide-line">
          {versions.map(({ version, text, cancellation, publishedAt, publishedBy, trips }) => (
            <li className="flex flex-wrap gap-x-4 gap-y-1 px-4 py-3" key={version}>
              <span className="min-w-0 flex-1">
                {text + cancellation === "" ? (
                  `Version ${version}: no terms`
                ) : (
                  <a
                    className="text-accent-text underline-offset-4 hover:underline"
                    href={`/terms/${version}`}
                    rel="noreferrer"
                    target="_blank"
                  >
                    Version {version}
                  </a>
                )}
                <span className="block text-ink-muted text-sm">
                  {formatMoment(publishedAt, timeZone, "date-time")}, {publishedBy}
                </span>
              </span>
              <span className="text-ink-muted text-sm tabular-nums">
                {countText(trips, "trip")}
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}
