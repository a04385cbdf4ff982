import { useNavigate, useRouter } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type {
  DayOrder,
  DuplicateHandling,
  Import,
  ImportReport,
  SavedMapping,
} from "../../src/imports/contract";
import { importFields, mappingOf, missingFields } from "../../src/imports/field-rules";
import { lineCountText } from "../../src/imports/line-words";
import { FormFailure } from "../forms/form";
import { awaitRemoval } from "../forms/use-actions";
import { failureText, LeftPageError, useOffice } from "../office/calls";
import { useStaffActions } from "../office/use-staff-form";
import { Button } from "../ui/button";
import { ButtonLink } from "../ui/button-link";
import { Card } from "../ui/card";
import { Checkbox } from "../ui/checkbox";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { NoticeBanner } from "../ui/notice-banner";
import { PageHeader } from "../ui/page-header";
import { SelectField } from "../ui/select-field";
import { TextField } from "../ui/text-field";
import { importKindWords, importStateWords } from "./import-words";

/** How often the server is asked for the progress, ms. */
const POLL_INTERVAL_MS = 700;

/** One import: its columns are mapped, then a dry run and the import follow, and the import can be undone. */
export function ImportScreen({
  initialImport,
  mappings,
}: {
  initialImport: Import;
  mappings: readonly SavedMapping[];
}) {
  const { api, call } = useOffice();
  const router = useRouter();
  const navigate = useNavigate();
  const [shownImport, setShownImport] = useState(initialImport);
  const [pollFailure, setPollFailure] = useState<string | null>(null);
  const [pendingQuestion, setPendingQuestion] = useState<"undo" | "remove" | null>(null);
  const actions = useStaffActions();
  // The result of an action is shown at the top, out of sight of the buttons below the columns, so scroll there.
  const top = useRef<HTMLDivElement>(null);
  const { id, kind, fileName, state, lines, working, report } = shownImport;
  const path = api.admin.imports[":id"];
  const param = { id };

  const isWorking = working !== null;
  useEffect(() => {
    if (!isWorking) return;
    const timer = setInterval(async () => {
      try {
        const answer = await call(api.admin.imports[":id"].$get({ param: { id } }));
        setShownImport(answer.import);
        setPollFailure(null);
      } catch (error) {
        if (!(error instanceof LeftPageError)) setPollFailure(failureText(error));
      }
    }, POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isWorking, api, call, id]);

  const act = (name: string, send: () => Promise<{ import: Import }>) =>
    void actions
      .act(name, send, (answer) => setShownImport(answer.import))
      .then(() => top.current?.focus());
  const remove = () =>
    void actions.act(
      "remove",
      () => awaitRemoval(call(path.$delete({ param }))),
      async () => {
        await router.invalidate();
        await navigate({ to: "/dispatch/dashboard/imports" });
      },
    );
  const isFaultless = report && report.faulty === 0 && report.ambiguousDays.length === 0;
  return (
    <>
      <div className="outline-none" ref={top} tabIndex={-1}>
        <PageHeader
          actions={
            <ButtonLink
              icon={<ArrowLeft aria-hidden size={16} />}
              size="small"
              to="/dispatch/dashboard/imports"
              variant="quiet"
            >
              All imports
            </ButtonLink>
          }
          dense
          detail={`${importKindWords[kind]} · ${lineCountText(lines)} · ${importStateWords[state]}`}
          title={fileName}
        />
      </div>
      <div className="grid gap-4">
        <FormFailure form={{ failure: actions.failure ?? shownImport.failure ?? pollFailure }} />
        <div aria-live="polite" className="grid gap-4 empty:hidden">
          {working && (
            <Card>
              <p className="mb-2 text-sm">{`${progressWords[working.step]}: line ${working.done.toLocaleString("en")} of ${working.of.toLocaleString("en")}`}</p>
              <progress
                aria-label={progressWords[working.step]}
                className="h-2 w-full accent-accent"
                max={working.of}
                value={working.done}
              />
            </Card>
          )}
          {state === "applied" && !working && (
            <NoticeBanner tone="success">{importCountsText(shownImport)}</NoticeBanner>
          )}
          {state === "undone" && !working && (
            <NoticeBanner>This import was undone. None of its changes remain.</NoticeBanner>
          )}
        </div>
        {state === "ready" && report && !working && <DryRunReport report={report} />}
        {state === "ready" && isFaultless && !working && (
          <div>
            <Button onClick={() => act("apply", () => call(path.apply.$post({ param })))}>
              {`Import ${lineCountText(lines)}`}
            </Button>
          </div>
        )}
        {state === "ready" && shownImport.columns.length > 0 && (
          <MappingForm
            busy={working !== null}
            key={id}
            mappings={mappings.filter((each) => each.kind === kind)}
            onDryRun={(json) => act("try", () => call(path.try.$post({ param, json })))}
            shownImport={shownImport}
          />
        )}
        {state === "ready" && shownImport.columns.length === 0 && (
          <NoticeBanner tone="warning">
            The server no longer has this file. Upload the file again.
          </NoticeBanner>
        )}
        <div className="flex gap-2 empty:hidden">
          {state === "applied" && !working && (
            <Button onClick={() => setPendingQuestion("undo")} variant="secondary">
              Undo import
            </Button>
          )}
          {state === "ready" && !working && (
            <Button onClick={() => setPendingQuestion("remove")} variant="secondary">
              Remove file
            </Button>
          )}
        </div>
      </div>
      <ConfirmDialog
        confirmLabel="Undo import"
        danger
        onClose={() => setPendingQuestion(null)}
        onConfirm={() => {
          setPendingQuestion(null);
          act("undo", () => call(path.undo.$post({ param })));
        }}
        open={pendingQuestion === "undo"}
        title="Undo this import?"
      >
        All records that this import added will be deleted, and all records that it changed will get
        their old values back. If any of these records has been changed or used since, nothing will
        be undone.
      </ConfirmDialog>
      <ConfirmDialog
        confirmLabel="Remove file"
        danger
        onClose={() => setPendingQuestion(null)}
        onConfirm={() => {
          setPendingQuestion(null);
          remove();
        }}
        open={pendingQuestion === "remove"}
        title="Remove this file?"
      >
        Nothing from this file has been imported.
      </ConfirmDialog>
    </>
  );
}

const progressWords = {
  try: "Testing the import",
  apply: "Importing",
  undo: "Undoing the import",
} as const;

function importCountsText({ counts }: Import): string {
  const { added = 0, changed = 0, skipped = 0 } = counts ?? {};
  return `${lineCountText(added)} added, ${changed.toLocaleString("en")} changed, ${skipped.toLocaleString("en")} skipped.`;
}

/** The result of a dry run. */
function DryRunReport({ report }: { report: ImportReport }) {
  const { counts, faulty, faults, duplicates, samples, ambiguousDays, notes } = report;
  return (
    <Card>
      <h2 className="font-semibold text-base">Result of the test</h2>
      {ambiguousDays.length > 0 ? (
        <p className="mt-2">{`In “${ambiguousDays.join("”, “")}”, dates could start with the day or the month. Choose the date format below, then test again.`}</p>
      ) : (
        <p className="mt-2">
          {`${lineCountText(counts.added)} to add, ${counts.changed.toLocaleString("en")} to change, ${counts.skipped.toLocaleString("en")} to skip. `}
          {faulty === 0
            ? "No errors."
            : `${lineCountText(faulty)} with errors. Correct the errors in the file, or choose other columns.`}
        </p>
      )}
      <ReportList
        items={faults.map(({ line, field, text }) => ({
          key: `${line} ${field} ${text}`,
          text: field ? `Line ${line}, ${field}: ${text}` : `Line ${line}: ${text}`,
        }))}
        title="Errors"
      />
      <ReportList items={notes.map((text) => ({ key: text, text }))} title="Notes" />
      <ReportList
        items={samples.map(({ line, text }) => ({
          key: String(line),
          text: `Line ${line}: ${text}`,
        }))}
        title="First lines of the file"
      />
      <ReportList
        items={duplicates.map(({ line, text }) => ({
          key: String(line),
          text: `Line ${line}: ${text}`,
        }))}
        title="Already in Livery"
      />
    </Card>
  );
}

function ReportList({
  title,
  items,
}: {
  title: string;
  items: readonly { key: string; text: string }[];
}) {
  if (items.length === 0) return null;
  return (
    <section className="mt-4">
      <h3 className="font-medium text-sm">{title}</h3>
      <ul aria-label={title} className="mt-1 grid list-disc gap-1 ps-5 text-sm">
        {items.map(({ key, text }) => (
          <li className="break-words" key={key}>
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface MappingFormProps {
  shownImport: Import;
  mappings: readonly SavedMapping[];
  busy: boolean;
  onDryRun: (json: {
    mapping: Import["mapping"];
    options: Import["options"];
    saveAs?: string;
  }) => void;
}

/** The form that maps columns to fields, and sets how the file is read. */
function MappingForm({ shownImport, mappings, busy, onDryRun }: MappingFormProps) {
  const { kind, columns } = shownImport;
  const [mapping, setMapping] = useState(shownImport.mapping);
  const [options, setOptions] = useState(shownImport.options);
  const [saveAs, setSaveAs] = useState("");
  const missing = missingFields(kind, mapping);
  const usedColumns = new Set(Object.values(mapping));
  const unusedColumns = columns.filter(
    ({ header }, index) => header !== "" && !usedColumns.has(index),
  );
  const chooseColumn = (field: string, text: string) => {
    const { [field]: _, ...rest } = mapping;
    setMapping(text === "" ? rest : { ...rest, [field]: Number(text) });
  };
  const isTripImport = kind === "reservations";
  const canChooseDuplicates = !isTripImport && kind !== "repeating" && kind !== "payments";
  return (
    <Card>
      <h2 className="font-semibold text-base">Columns</h2>
      <p className="mt-1 text-ink-muted text-sm">
        For each field, choose a column of the file. Fields without a column stay empty.
      </p>
      {mappings.length > 0 && (
        <SelectField
          className="mt-4 max-w-sm"
          label="Saved column choices"
          onChange={({ target }) => {
            const savedMapping = mappings.find((each) => each.id === target.value);
            if (savedMapping)
              setMapping(
                mappingOf(
                  savedMapping.columns,
                  columns.map(({ header }) => header),
                ),
              );
          }}
          value=""
        >
          <option value="">Choose…</option>
          {mappings.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <div className="mt-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {importFields[kind].map(({ name }) => {
          const columnIndex = mapping[name];
          const samples = columnIndex === undefined ? [] : (columns[columnIndex]?.samples ?? []);
          return (
            <SelectField
              dense
              error={missing.includes(name) ? "Choose a column." : null}
              hint={samples.join(" · ") || undefined}
              key={name}
              label={name}
              onChange={({ target }) => chooseColumn(name, target.value)}
              value={columnIndex ?? ""}
            >
              <option value="">Not in the file</option>
              {columns.map(({ header }, position) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns of one file, which never move
                <option key={position} value={position}>
                  {header || `Column ${position + 1}`}
                </option>
              ))}
            </SelectField>
          );
        })}
      </div>
      {unusedColumns.length > 0 && (
        <p className="mt-4 break-words text-ink-muted text-sm">
          {`Columns that are not imported: ${unusedColumns.map(({ header }) => header).join(", ")}`}
        </p>
      )}
      <h2 className="mt-6 font-semibold text-base">How to read the file</h2>
      <div className="mt-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <SelectField
          dense
          label="Date format"
          onChange={({ target }) =>
            setOptions({ ...options, dates: (target.value || null) as DayOrder | null })
          }
          value={options.dates ?? ""}
        >
          <option value="">Detect automatically</option>
          <option value="dmy">31/12/2026</option>
          <option value="mdy">12/31/2026</option>
        </SelectField>
        {canChooseDuplicates && (
          <SelectField
            dense
            label="If a record already exists"
            onChange={({ target }) =>
              setOptions({ ...options, duplicates: target.value as DuplicateHandling })
            }
            value={options.duplicates}
          >
            <option value="skip">Skip the line</option>
            <option value="fill">Fill in its empty fields</option>
            <option value="update">Replace with the file’s values</option>
          </SelectField>
        )}
        {isTripImport && (
          <SelectField
            dense
            label="Reservation numbers"
            onChange={({ target }) =>
              setOptions({ ...options, numbers: target.value === "new" ? "new" : "keep" })
            }
            value={options.numbers}
          >
            <option value="keep">Keep the file’s numbers</option>
            <option value="new">Use new numbers</option>
          </SelectField>
        )}
        <TextField
          dense
          hint="Enter a name to use these choices again."
          label="Save column choices as"
          maxLength={60}
          onChange={({ target }) => setSaveAs(target.value)}
          optional
          value={saveAs}
        />
      </div>
      {isTripImport && (
        <Checkbox
          checked={options.pastPaid}
          className="mt-2"
          hint="Turn this off if you will import payments from a separate file."
          label="Past trips are paid"
          onChange={({ target }) => setOptions({ ...options, pastPaid: target.checked })}
        />
      )}
      <div className="mt-4">
        <Button
          busy={busy}
          disabled={missing.length > 0}
          onClick={() =>
            onDryRun({ mapping, options, ...(saveAs.trim() && { saveAs: saveAs.trim() }) })
          }
          variant="secondary"
        >
          Test import
        </Button>
      </div>
    </Card>
  );
}
