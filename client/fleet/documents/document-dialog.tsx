import { FileText } from "lucide-react";
import { useState } from "react";
import type { Document, DocumentSlot } from "../../../src/documents/contract";
import { documentName } from "../../../src/documents/kinds";
import type { Api } from "../../api";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { NoticeBanner } from "../../ui/notice-banner";
import { TextArea } from "../../ui/text-area";
import { formatDay } from "../../ui/moment";
import { DateField, TextField } from "../../ui/text-field";
import { useOffice } from "../../office/calls";
import { useSave } from "../../office/use-save";

/** One document: what waits is accepted or refused here, what is in force corrected. */
export function DocumentDialog({
  owner,
  id,
  slot,
  onDone,
  onClose,
}: {
  owner: "driver" | "vehicle";
  /** Of the driver or vehicle. */
  id: string;
  slot: DocumentSlot;
  onDone: () => void;
  onClose: () => void;
}) {
  const { kind, waiting, inForce } = slot;
  const photo = kind.startsWith("photo_");
  const shown = waiting ?? inForce;
  const { api, call } = useOffice();
  const saving = useSave();
  const [number, setNumber] = useState(shown?.number ?? "");
  const [validUntil, setValidUntil] = useState(shown?.validUntil ?? "");
  const [refusing, setRefusing] = useState(false);
  const [reason, setReason] = useState("");

  const decide = async (json: Parameters<typeof decision>[1]) => {
    const done = json.decision === "accept" ? "Accepted" : "Refused. The driver is told why.";
    if (await saving.save(() => call(decision(api, json, waiting?.id ?? "")), done)) onDone();
  };
  const accept = () =>
    void decide({ decision: "accept", number: number.trim(), validUntil: validUntil || null });
  const refuse = () => {
    if (!refusing) return setRefusing(true);
    if (reason.trim() === "") return saving.refuse({ reason: "Say why, for the driver." });
    void decide({ decision: "refuse", reason: reason.trim() });
  };
  const write = async () => {
    const calls = owner === "driver" ? api.admin.drivers : api.admin.vehicles;
    const json = { number: number.trim(), validUntil: validUntil || null };
    const send = () => call(calls[":id"].documents[":kind"].$put({ param: { id, kind }, json }));
    if (await saving.save(send, "Saved")) onDone();
  };

  return (
    <Dialog onClose={onClose} open title={documentName(kind)} wide>
      <form
        method="post"
        className="mt-2 grid gap-4 text-ink text-sm"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (waiting && refusing) refuse();
          else if (waiting) accept();
          else if (!photo) void write();
        }}
        ref={saving.ref}
      >
        {shown && <Scan document={shown} />}
        {waiting && inForce?.validUntil && (
          <p className="text-ink-muted">
            In force until then: {inForce.number || "without a number"}, valid until{" "}
            {formatDay(inForce.validUntil)}.
          </p>
        )}
        {!photo && !refusing && (
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              autoComplete="off"
              dense
              error={saving.faults.number}
              label="Number"
              maxLength={60}
              name="number"
              onChange={(event) => setNumber(event.target.value)}
              optional
              value={number}
            />
            <DateField
              dense
              error={saving.faults.validUntil}
              hint={waiting ? "As the document says." : undefined}
              label="Valid until"
              name="validUntil"
              onChange={(event) => setValidUntil(event.target.value)}
              value={validUntil}
            />
          </div>
        )}
        {refusing && (
          <TextArea
            autoFocus
            dense
            error={saving.faults.reason}
            hint="The driver reads it."
            label="Why it cannot be accepted"
            maxLength={500}
            name="reason"
            onChange={(event) => setReason(event.target.value)}
            rows={3}
            value={reason}
          />
        )}
        <div className="empty:hidden" role="alert">
          {saving.failure && <NoticeBanner tone="danger">{saving.failure}</NoticeBanner>}
        </div>
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <Button
            onClick={refusing ? () => setRefusing(false) : onClose}
            size="small"
            type="button"
            variant="secondary"
          >
            Go back
          </Button>
          {waiting && (
            <Button
              busy={saving.busy && refusing}
              onClick={refuse}
              size="small"
              type="button"
              variant={refusing ? "danger" : "secondary"}
            >
              Refuse
            </Button>
          )}
          {waiting && !refusing && (
            <Button busy={saving.busy} busyLabel="Saving..." size="small" type="submit">
              Accept
            </Button>
          )}
          {!waiting && !photo && (
            <Button busy={saving.busy} busyLabel="Saving..." size="small" type="submit">
              Save
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}

function decision(
  api: Api,
  json:
    | { decision: "accept"; number: string; validUntil: string | null }
    | { decision: "refuse"; reason: string },
  id: string,
) {
  return api.admin.documents[":id"].decision.$post({ param: { id }, json });
}

/** The scan: a picture as it is, a PDF to save, since nothing here can make one harmless. */
function Scan({ document }: { document: Document }) {
  const { file, id, kind } = document;
  if (!file) return <p className="text-ink-muted">It was written down without a scan.</p>;
  const href = `/backend/admin/documents/${id}/file`;
  if (file.contentType.startsWith("image/"))
    return (
      <a
        className="block overflow-auto rounded-md border border-line bg-surface-sunken"
        href={href}
        rel="noreferrer"
        target="_blank"
        title="Opens it larger"
      >
        <img
          alt={`${documentName(kind)} as it was sent`}
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
        Save the PDF to read it
        <span className="block text-ink-muted">{Math.ceil(file.bytes / 1024)} kB</span>
      </span>
    </a>
  );
}
