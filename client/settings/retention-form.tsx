import { type FormEvent, useState } from "react";
import type { RetentionAnswer } from "../../src/privacy/retention-contract";
import { periods, type RetainedKind, retainedKinds } from "../../src/settings/retention-contract";
import { useOffice } from "../office/calls";
import type { FieldBinding } from "../office/entry-fields";
import { Card } from "../ui/card";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { DefinitionList } from "../ui/definition-list";
import { TextField } from "../ui/text-field";
import { RemovalLog } from "./removal-log";
import { fixedRetentionTexts, retainedGroups, retainedWords } from "./retention-words";
import { SettingsForm } from "./settings-form";
import { type RemovalPreview, removalText, useRemovalPreview } from "./use-removal-preview";
import { useSettingsForm } from "./use-settings-form";

type RetentionDays = RetentionAnswer["rules"]["days"];
type RetentionValues = Record<`days.${RetainedKind}`, string>;

const byKind = <To,>(of: (kind: RetainedKind) => To) =>
  Object.fromEntries(retainedKinds.map((kind) => [kind, of(kind)])) as Record<RetainedKind, To>;

const toFormValues = (days: RetentionDays) =>
  Object.fromEntries(
    retainedKinds.map((kind) => [`days.${kind}`, String(days[kind])]),
  ) as RetentionValues;

/** Returns the typed days; null if invalid or out of bounds. */
function daysOf(typed: RetentionValues, kind: RetainedKind): number | null {
  const text = typed[`days.${kind}`].trim();
  const days = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  const { least, most } = periods[kind];
  return days >= least && days <= most ? days : null;
}

function faultsOf(typed: RetentionValues): Record<string, string> {
  const faults = retainedKinds.flatMap((kind) =>
    daysOf(typed, kind) === null
      ? [
          [
            `days.${kind}`,
            `Enter a number of days from ${periods[kind].least} to ${periods[kind].most}.`,
          ],
        ]
      : [],
  );
  return Object.fromEntries(faults);
}

/** The retention periods of personal data. Affected records are counted before saving. */
export function RetentionForm({
  first,
  mayChange,
}: {
  first: RetentionAnswer;
  /** False for read-only roles. */
  mayChange: boolean;
}) {
  const { api, call } = useOffice();
  const [previewToConfirm, setPreviewToConfirm] = useState<RemovalPreview | null>(null);
  const form = useSettingsForm<RetentionValues>({
    first: { ...first, rules: toFormValues(first.rules.days) },
    validate: faultsOf,
    send: ({ version, ...typed }) => {
      const days = byKind((kind) => daysOf(typed, kind) ?? periods[kind].days) as RetentionDays;
      return call(api.admin.settings.retention.$put({ json: { days, version } }));
    },
    successText: "Retention periods saved",
  });
  const shortenedPeriods = findShortenedPeriods(first.rules.days, form.typed);
  const removalPreview = useRemovalPreview(shortenedPeriods);
  /** Deletion is final, so records are counted and confirmed first. */
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    const hasFaults = Object.keys(faultsOf(form.typed)).length > 0;
    if (hasFaults || Object.keys(shortenedPeriods).length === 0) return form.submit();
    let hasDueRecords = false;
    const isCounted = await form.act(
      "submit",
      () => call(api.admin.settings.retention.preview.$post({ json: { days: shortenedPeriods } })),
      (preview) => {
        hasDueRecords = Object.values(preview.due).some((count) => count > 0);
        if (hasDueRecords) setPreviewToConfirm(preview);
      },
    );
    if (isCounted && !hasDueRecords) await form.submit();
  };
  return (
    <>
      <SettingsForm
        detail="Personal data is deleted automatically, every hour, when its retention period ends. Shorter is safer: data you no longer have can’t be lost, requested or stolen."
        mayChange={mayChange}
        form={{ ...form, submit }}
        title="Data retention"
      >
        {retainedGroups.map(({ title, kinds }) => (
          <Card key={title}>
            <fieldset disabled={!mayChange}>
              <legend className="float-start mb-3 w-full font-semibold text-base">{title}</legend>
              <ul className="clear-both divide-y divide-line">
                {kinds.map((kind) => (
                  <li className="py-3 first:pt-0 last:pb-0" key={kind}>
                    <RetentionPeriodField
                      dueText={
                        shortenedPeriods[kind] === undefined
                          ? null
                          : removalText(removalPreview, kind)
                      }
                      field={form.field(`days.${kind}`)}
                      kind={kind}
                    />
                  </li>
                ))}
              </ul>
            </fieldset>
          </Card>
        ))}
      </SettingsForm>
      <div className="mt-4 grid max-w-3xl gap-4">
        <Card>
          <h2 className="mb-1 font-semibold text-base">Fixed periods</h2>
          <DefinitionList dense facts={fixedRetentionTexts} />
        </Card>
        <RemovalLog removed={first.removed} />
      </div>
      <ConfirmDialog
        cancelLabel="Keep records"
        confirmLabel="Save and delete"
        danger
        onClose={() => setPreviewToConfirm(null)}
        onConfirm={() => {
          setPreviewToConfirm(null);
          void form.submit();
        }}
        open={previewToConfirm !== null}
        title="Delete records now?"
      >
        <p>
          With these periods, the following records will be deleted within the hour. You can’t undo
          this:
        </p>
        <ul className="mt-2 list-disc ps-5">
          {retainedKinds
            .filter((kind) => (previewToConfirm?.due[kind] ?? 0) > 0)
            .map((kind) => (
              <li key={kind}>
                {retainedWords[kind].title}:{" "}
                {previewToConfirm && dueCountText(previewToConfirm, kind)}
              </li>
            ))}
        </ul>
      </ConfirmDialog>
    </>
  );
}

/** Returns the typed periods that are shorter than the current ones. */
function findShortenedPeriods(days: RetentionDays, typed: RetentionValues): Partial<RetentionDays> {
  return Object.fromEntries(
    retainedKinds.flatMap((kind) => {
      const to = daysOf(typed, kind);
      return to !== null && to < days[kind] ? [[kind, to]] : [];
    }),
  );
}

const dueCountText = ({ due, most }: RemovalPreview, kind: RetainedKind) => {
  const count = due[kind] ?? 0;
  return count >= most ? `${most.toLocaleString("en")} or more` : count.toLocaleString("en");
};

function RetentionPeriodField({
  kind,
  field,
  dueText,
}: {
  kind: RetainedKind;
  field: FieldBinding;
  /** What the typed periods would delete. */
  dueText: string | null;
}) {
  const { title, why } = retainedWords[kind];
  const { days, least, most } = periods[kind];
  return (
    <div className="grid gap-x-6 gap-y-2 sm:grid-cols-[1fr_12rem]">
      <div className="min-w-0">
        <p className="font-medium text-sm">{title}</p>
        <p className="mt-0.5 text-ink-muted text-sm" id={`${kind}-why`}>
          {why}
        </p>
        <p aria-live="polite" className="mt-1 font-medium text-sm empty:hidden">
          {dueText}
        </p>
      </div>
      <TextField
        {...field}
        hint={`${least} to ${most.toLocaleString("en")}; default ${days.toLocaleString("en")}`}
        inputMode="numeric"
        label={`${title}, in days`}
        labelHidden
        suffix="days"
      />
    </div>
  );
}
