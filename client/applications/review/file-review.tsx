import { Check, FileText, X, ZoomIn } from "lucide-react";
import { useState } from "react";
import type { ApplicationRecord } from "../../../src/drivers/application-review-contract";
import { english } from "../../words/words";
import { documents, type FileSlot, photos } from "../file-slots";
import { useOffice } from "../../office/calls";
import { useStaffActions } from "../../office/use-staff-form";
import { ReasonDialog } from "../../office/reason-dialog";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { NoticeBanner } from "../../ui/notice-banner";
import { DateField } from "../../ui/text-field";
import { formatDay } from "../../ui/moment";
import { showToast } from "../../ui/toasts";
import { PictureDialog } from "./picture-dialog";
import { itemWords, sizeText } from "./words";

type File = ApplicationRecord["files"][number];
type Decision =
  | { decision: "accept"; validUntil: string | null }
  | { decision: "refuse"; reason: string }
  | { decision: "reopen" };

/** The documents and photos of an application, to accept or refuse. */
export function FileReview({
  application,
  open,
  onChanged,
}: {
  application: ApplicationRecord;
  /** Whether the application is still undecided. */
  open: boolean;
  onChanged: (application: ApplicationRecord) => void;
}) {
  const { api, call } = useOffice();
  const [openFile, setOpenFile] = useState<File | null>(null);
  const [fileToReject, setFileToReject] = useState<File | null>(null);
  const { acting: busyFileId, failure, act } = useStaffActions();
  const { id, answers } = application;
  const fileOf = (name: string) => application.files.find(({ field }) => field === name);
  const urlOf = (file: File) => `/backend/admin/driver-applications/${id}/files/${file.id}`;

  const send = async (file: File, json: Decision, successText: string) => {
    const param = { id, fileId: file.id };
    const reviewCalls = api.admin["driver-applications"][":id"].files[":fileId"].review;
    const answer = await call(reviewCalls.$put({ param, json }));
    onChanged(answer.application);
    setFileToReject(null);
    showToast("success", successText);
  };
  const decide = (file: File, json: Decision, successText: string) =>
    act(file.id, () => send(file, json, successText));

  const renderFileSlot = (slot: FileSlot, defaultLastDay: string) => {
    const file = fileOf(slot.name);
    return (
      <li className="py-3 first:pt-0 last:pb-0" key={slot.name}>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="min-w-0 flex-1 font-medium">{english.of(slot.label)}</h3>
          <FileState file={file} required={slot.required} />
        </div>
        {file && (
          <div className="mt-2 flex flex-wrap items-start gap-3">
            <Preview address={urlOf(file)} file={file} onOpen={() => setOpenFile(file)} />
            <div className="min-w-0 flex-1 basis-48">
              <p className="break-words text-ink-muted">
                {`${file.name}, ${sizeText(file.bytes)}`}
              </p>
              {file.reason && <p className="mt-1 break-words">{`Rejected: ${file.reason}`}</p>}
              {file.validUntil && (
                <p className="mt-1">{`Valid until ${formatDay(file.validUntil)}`}</p>
              )}
              {open && file.state === "given" && (
                <AcceptForm
                  busy={busyFileId === file.id}
                  onAccept={(validUntil) =>
                    void decide(file, { decision: "accept", validUntil }, "Document accepted")
                  }
                  onRefuse={() => setFileToReject(file)}
                  defaultLastDay={defaultLastDay}
                />
              )}
              {open && file.state !== "given" && (
                <Button
                  busy={busyFileId === file.id}
                  className="-ms-3 mt-2"
                  onClick={() => void decide(file, { decision: "reopen" }, "Decision undone")}
                  size="small"
                  variant="quiet"
                >
                  Undo decision
                </Button>
              )}
            </div>
          </div>
        )}
      </li>
    );
  };

  return (
    <div className="grid gap-4">
      <div className="empty:hidden" role="alert">
        {failure && <NoticeBanner tone="danger">{failure}</NoticeBanner>}
      </div>
      <Card>
        <h2 className="mb-3 font-medium">Documents</h2>
        <ul className="divide-y divide-line">
          {documents.map((documentSlot) =>
            renderFileSlot(
              documentSlot,
              documentSlot.name === "drivingCertificate" ? (answers.licenseExpiryDate ?? "") : "",
            ),
          )}
        </ul>
      </Card>
      <Card>
        <h2 className="mb-3 font-medium">Photos of the vehicle</h2>
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4">
          {photos.map((photo) => {
            const file = fileOf(photo.name);
            return (
              <li className="min-w-0" key={photo.name}>
                {file ? (
                  <Preview
                    address={urlOf(file)}
                    file={file}
                    isLarge
                    onOpen={() => setOpenFile(file)}
                  />
                ) : (
                  <div className="grid aspect-[4/3] place-content-center rounded-md bg-surface-sunken text-ink-faint">
                    Missing
                  </div>
                )}
                <p className="mt-1 truncate font-medium">{english.of(photo.label)}</p>
                {file?.state === "refused" && (
                  <p className="break-words text-ink-muted">{`Rejected: ${file.reason ?? ""}`}</p>
                )}
                {open && file && (
                  <Button
                    busy={busyFileId === file.id}
                    className="-ms-3"
                    onClick={() =>
                      file.state === "refused"
                        ? void decide(file, { decision: "reopen" }, "Decision undone")
                        : setFileToReject(file)
                    }
                    size="small"
                    variant="quiet"
                  >
                    {file.state === "refused" ? "Withdraw rejection" : "Reject photo"}
                    <span className="sr-only">{`: ${english.of(photo.label)}`}</span>
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      </Card>
      {openFile && (
        <PictureDialog
          address={urlOf(openFile)}
          onClose={() => setOpenFile(null)}
          title={itemWords(openFile.field)}
        />
      )}
      {fileToReject && (
        <ReasonDialog
          busyLabel="Rejecting..."
          confirmLabel={
            photos.some(({ name }) => name === fileToReject.field)
              ? "Reject photo"
              : "Reject document"
          }
          danger
          onClose={() => setFileToReject(null)}
          onConfirm={(reason) =>
            send(
              fileToReject,
              { decision: "refuse", reason },
              "Rejected. Use “Request more information” to tell the applicant.",
            )
          }
          reasonHint="The applicant will see this text next to the file."
          reasonLabel="What is wrong with this file?"
          missingReasonText="Say what is wrong with this file."
          title={`Reject: ${itemWords(fileToReject.field)}`}
        />
      )}
    </div>
  );
}

function FileState({ file, required }: { file: File | undefined; required: boolean }) {
  if (!file)
    return required ? (
      <Badge tone="warning">Missing</Badge>
    ) : (
      <span className="text-ink-faint">Not sent</span>
    );
  if (file.state === "accepted") return <Badge tone="success">Accepted</Badge>;
  if (file.state === "refused") return <Badge tone="danger">Rejected</Badge>;
  return <Badge>To review</Badge>;
}

/** A preview. A picture opens larger; a PDF is downloaded, because the page cannot show it safely. */
function Preview({
  file,
  address,
  isLarge,
  onOpen,
}: {
  file: File;
  address: string;
  isLarge?: boolean;
  onOpen: () => void;
}) {
  const boxClass = isLarge ? "aspect-[4/3] w-full" : "h-24 w-32";
  if (file.contentType === "application/pdf") {
    return (
      <a
        className={`${boxClass} grid place-content-center justify-items-center gap-1 rounded-md border border-line bg-surface-sunken hover:bg-surface`}
        download
        href={address}
      >
        <FileText aria-hidden size={24} />
        Save PDF
        <span className="sr-only">{`: ${itemWords(file.field)}`}</span>
      </a>
    );
  }
  return (
    <button
      className={`${boxClass} group relative overflow-hidden rounded-md border border-line bg-surface-sunken`}
      onClick={onOpen}
      type="button"
    >
      <img
        alt={itemWords(file.field)}
        className="size-full object-cover"
        decoding="async"
        loading="lazy"
        src={address}
      />
      <span className="absolute end-1 bottom-1 grid size-7 place-content-center rounded-full bg-surface-raised shadow-sm">
        <ZoomIn aria-hidden size={16} />
        <span className="sr-only">Enlarge</span>
      </span>
    </button>
  );
}

function AcceptForm({
  defaultLastDay,
  busy,
  onAccept,
  onRefuse,
}: {
  defaultLastDay: string;
  busy: boolean;
  onAccept: (validUntil: string | null) => void;
  onRefuse: () => void;
}) {
  const [validUntil, setValidUntil] = useState(defaultLastDay);
  return (
    <form
      method="post"
      className="mt-2 flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onAccept(validUntil || null);
      }}
    >
      <DateField
        dense
        label="Valid until"
        name="validUntil"
        onChange={(event) => setValidUntil(event.target.value)}
        optional
        value={validUntil}
      />
      <Button
        busy={busy}
        icon={<Check aria-hidden size={16} />}
        size="small"
        type="submit"
        variant="secondary"
      >
        Accept document
      </Button>
      <Button
        disabled={busy}
        icon={<X aria-hidden size={16} />}
        onClick={onRefuse}
        size="small"
        variant="quiet"
      >
        Reject document
      </Button>
    </form>
  );
}
