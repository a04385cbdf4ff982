import { Link, useNavigate } from "@tanstack/react-router";
import { useId, useState } from "react";
import type { ImportKind, ImportRow, Imports } from "../../src/imports/contract";
import { saveFile } from "../files/save-file";
import { useOffice, useStaffSteps } from "../office/calls";
import { useStaffActions } from "../office/use-staff-form";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { EmptyState } from "../ui/empty-state";
import { FieldError } from "../ui/field";
import { Moment } from "../ui/moment";
import { PageHeader } from "../ui/page-header";
import { SelectField } from "../ui/select-field";
import { type Column, Table } from "../ui/table";
import { lineCountText } from "../../src/imports/line-words";
import { importKindWords, importStateWords } from "./import-words";

const kindChoices = Object.entries(importKindWords) as [ImportKind, string][];

const columns: Column<ImportRow>[] = [
  {
    id: "file",
    header: "File",
    cell: ({ fileName }) => <span className="block max-w-64 truncate">{fileName}</span>,
  },
  { id: "kind", header: "Kind", cell: ({ kind }) => importKindWords[kind] },
  { id: "lines", header: "Lines", numeric: true, cell: ({ lines }) => lines.toLocaleString("en") },
  { id: "state", header: "State", cell: (row) => <StateBadge row={row} /> },
  { id: "by", header: "By", isForWideScreens: true, cell: ({ createdBy }) => createdBy },
  {
    id: "at",
    header: "Uploaded",
    isForWideScreens: true,
    cell: ({ createdAt }) => <Moment at={createdAt} />,
  },
];

/** Uploads a file from another system, lists the previous imports, and exports each list. */
export function ImportsScreen({ imports }: { imports: Imports["imports"] }) {
  return (
    <>
      <PageHeader dense title="Import" />
      <div className="grid gap-4 lg:grid-cols-2">
        <Upload />
        <ExportLinks />
      </div>
      <h2 className="mt-6 mb-3 font-semibold text-base">Imports</h2>
      <Table
        caption="Imports"
        card={(row) => (
          <Card className="p-4" flush>
            <div className="flex items-center justify-between gap-3">
              <Link
                className="inline-flex min-h-11 min-w-0 items-center font-medium underline-offset-4 hover:underline"
                params={{ id: row.id }}
                to="/dispatch/dashboard/imports/$id"
              >
                <span className="truncate">{row.fileName}</span>
              </Link>
              <StateBadge row={row} />
            </div>
            <p className="text-ink-muted">{`${importKindWords[row.kind]} · ${lineCountText(row.lines)}`}</p>
          </Card>
        )}
        columns={columns}
        dense
        empty={
          <Card flush>
            <EmptyState title="No imports yet">
              Files that you upload appear here. You can undo an import until one of its records is
              changed or used.
            </EmptyState>
          </Card>
        }
        rowKey={({ id }) => id}
        rows={imports}
        rowLink={({ id }) => ({ to: `/dispatch/dashboard/imports/${id}` })}
      />
    </>
  );
}

/** The state of an import. */
function StateBadge({ row }: { row: ImportRow }) {
  const tone = row.state === "applied" ? "success" : "neutral";
  return <Badge tone={tone}>{importStateWords[row.state]}</Badge>;
}

function Upload() {
  const { api, call } = useOffice();
  const navigate = useNavigate();
  const fileId = useId();
  const [kind, setKind] = useState<ImportKind>("vehicles");
  const [file, setFile] = useState<File | null>(null);
  const actions = useStaffActions();
  const fault = actions.fault("file") ?? actions.failure;
  const send = () => {
    if (!file) return actions.refuse({ file: "Choose a file." });
    void actions.act(
      "upload",
      () => call(api.admin.imports.$post({ form: { kind, file } })),
      ({ import: newImport }) =>
        navigate({ to: "/dispatch/dashboard/imports/$id", params: { id: newImport.id } }),
    );
  };
  return (
    <Card>
      <h2 className="font-semibold text-base">Import a file</h2>
      <p className="mt-1 text-ink-muted text-sm">
        CSV or XLSX, up to 50 MB. You’ll see the result of a test before anything changes. Import
        your files in the order of this list, because a file can refer only to records that already
        exist.
      </p>
      <div className="mt-4 grid gap-4">
        <SelectField
          label="What is in the file"
          onChange={({ target }) => setKind(target.value as ImportKind)}
          value={kind}
        >
          {kindChoices.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <div>
          <label className="mb-2 block font-medium text-sm" htmlFor={fileId}>
            File
          </label>
          <input
            accept=".csv,.tsv,.txt,.xlsx,text/csv"
            aria-describedby={fault ? `${fileId}-error` : undefined}
            aria-invalid={fault ? true : undefined}
            className="control file:me-3 file:rounded-sm file:border-0 file:bg-surface-sunken file:px-3 file:py-1 file:text-ink"
            id={fileId}
            onChange={({ target }) => {
              setFile(target.files?.[0] ?? null);
              actions.clear();
            }}
            type="file"
          />
          <FieldError id={`${fileId}-error`}>{fault}</FieldError>
        </div>
        <div>
          <Button busy={actions.busy} busyLabel="Reading..." onClick={send}>
            Upload file
          </Button>
        </div>
      </div>
    </Card>
  );
}

function ExportLinks() {
  const { api, call } = useOffice();
  const { acting, step } = useStaffSteps();
  const save = async (kind: ImportKind) => {
    const request = api.admin.exports[":kind"].$get({ param: { kind } });
    const answer = await request.catch(() => null);
    // `call` reads only data, so the file is saved here. For a refusal or no answer, `call` throws the failure.
    if (answer?.ok) await saveFile(answer, `${kind}.csv`);
    else await call(answer ? Promise.resolve(answer as never) : (request as never));
  };
  return (
    <Card>
      <h2 className="font-semibold text-base">Export a list</h2>
      <p className="mt-1 text-ink-muted text-sm">
        All rows as CSV, with the same columns as an import file. Every export is recorded in the
        audit log.
      </p>
      <ul className="mt-4 grid grid-cols-2 gap-2">
        {kindChoices.map(([kind, label]) => (
          <li key={kind}>
            <Button
              busy={acting === kind}
              onClick={() => void step(kind, () => save(kind), "")}
              size="small"
              variant="secondary"
              wide
            >
              {`Export ${label.toLowerCase()}`}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
