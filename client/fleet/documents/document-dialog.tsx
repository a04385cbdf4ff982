import { FileText } from "lucide-react";
import { useState } from "react";
import type { Document, DocumentNotice, DocumentSlot } from "../../../src/documents/contract";
import { officeDocumentName } from "../../../src/documents/office-kinds";
import { fileToSend } from "../../forms/file-to-send";
import { Form, FormFailure, SubmitButton } from "../../forms/form";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { TextArea } from "../../ui/text-area";
import { formatDay } from "../../ui/moment";
import { DateField, TextField } from "../../ui/text-field";
import { useOffice } from "../../office/calls";
import { useStaffForm } from "../../office/use-staff-form";
import { documentCalls } from "./document-calls";

/** One document. Staff accept or refuse a waiting one, correct one that is in force, and upload one of an affiliate. */
export function DocumentDialog({
  owner,
  id,
  slot,
  onDone,
  onClose,
}: {
  owner: DocumentNotice["owner"];
  /** The id of the driver, vehicle or affiliate. */
  id: string;
  slot: DocumentSlot;
  onDone: () => void;
  onClose: () => void;
}) {
  const { kind, waiting, inForce } = slot;
  const isPhoto = kind.startsWith("photo_");
  const shownDocument = waiting ?? inForce;
  const { api, call } = useOffice();
  const [isRefusing, setIsRefusing] = useState(false);
  const form = useStaffForm({
    initialValues: {
      number: shownDocument?.number ?? "",
      validUntil: shownDocument?.validUntil ?? "",
      reason: "",
      file: null as File | null,
    },
    validate: ({ reason }) => ({
      reason: isRefusing && !reason.trim() && "Enter a reason for the driver.",
    }),
    send: async ({ number, validUntil, reason, file }): Promise<unknown> => {
      const documentFields = { number: number.trim(), validUntil: validUntil || null };
      if (file) {
        const form = {
          file: await fileToSend(file, "document"),
          number: documentFields.number,
          validUntil,
        };
        const path = api.admin.affiliates[":id"].documents[":kind"];
        return call(path.$post({ param: { id, kind }, form }));
      }
      if (!waiting) {
        const path = documentCalls(api, owner)[":kind"];
        return call(path.$put({ param: { id, kind }, json: documentFields }));
      }
      const json = isRefusing
        ? { decision: "refuse" as const, reason: reason.trim() }
        : { decision: "accept" as const, ...documentFields };
      return call(api.admin.documents[":id"].decision.$post({ param: { id: waiting.id }, json }));
    },
    successText: !waiting
      ? "Saved"
      : isRefusing
        ? "Rejected. The driver will be told why."
        : "Accepted",
    onSaved: onDone,
  });

  return (
    <Dialog onClose={onClose} open title={officeDocumentName(kind)} wide>
      <Form className="mt-2 grid gap-4 text-ink text-sm" form={form}>
        {shownDocument && <DocumentScan document={shownDocument} />}
        {waiting && inForce?.validUntil && (
          <p className="text-ink-muted">
            {`Current document: ${inForce.number || "without a number"}, valid until ${formatDay(inForce.validUntil)}.`}
          </p>
        )}
        {!isPhoto && !isRefusing && (
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              {...form.field("number")}
              autoComplete="off"
              label="Number"
              maxLength={60}
              optional
            />
            <DateField
              {...form.field("validUntil")}
              hint={waiting ? "As written on the document." : undefined}
              label="Valid until"
            />
          </div>
        )}
        {owner === "affiliate" && (
          <TextField
            {...form.file("file")}
            accept="image/jpeg,image/png,application/pdf"
            hint="A clear photo or a PDF, up to 10 MB."
            label={shownDocument?.file ? "New photo or PDF" : "Photo or PDF"}
            optional
          />
        )}
        {isRefusing && (
          <TextArea
            {...form.field("reason")}
            autoFocus
            hint="The driver will read this reason."
            label="Reason for rejecting"
            maxLength={500}
            rows={3}
          />
        )}
        <FormFailure form={form} />
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <Button
            onClick={isRefusing ? () => setIsRefusing(false) : onClose}
            size="small"
            type="button"
            variant="secondary"
          >
            Go back
          </Button>
          {waiting && !isRefusing && (
            <Button onClick={() => setIsRefusing(true)} size="small" variant="secondary">
              Reject document
            </Button>
          )}
          {(waiting || !isPhoto) && (
            <SubmitButton
              busyLabel="Saving..."
              form={form}
              size="small"
              variant={isRefusing ? "danger" : "primary"}
            >
              {isRefusing ? "Reject document" : waiting ? "Accept document" : "Save"}
            </SubmitButton>
          )}
        </div>
      </Form>
    </Dialog>
  );
}

/** The scan of a document. A picture is shown; a PDF is downloaded, because nothing here can make one harmless. */
function DocumentScan({ document }: { document: Document }) {
  const { file, id, kind } = document;
  if (!file) return <p className="text-ink-muted">Recorded without a scan.</p>;
  const href = `/backend/admin/documents/${id}/file`;
  if (file.contentType.startsWith("image/"))
    return (
      <a
        className="block overflow-auto rounded-md border border-line bg-surface-sunken"
        href={href}
        rel="noreferrer"
        target="_blank"
        title="Enlarge"
      >
        <img
          alt={`${officeDocumentName(kind)} as submitted`}
          className="mx-auto max-h-96 object-contain"
          src={href}
        />
      </a>
    );
  return (
    <a
      className="flex min-h-11 items-center gap-3 rounded-md border border-line px-3 py-2 hover:bg-surface-sunken"
      download
      href={href}
    >
      <FileText aria-hidden="true" size={20} />
      <span>
        Download the PDF to read it
        <span className="block text-ink-muted">{`${Math.ceil(file.bytes / 1024)} kB`}</span>
      </span>
    </a>
  );
}
