import { useCallback, useEffect, useState } from "react";
import type { DocumentNotice, DocumentSlot, DocumentSlots } from "../../../src/documents/contract";
import { officeDocumentName } from "../../../src/documents/office-kinds";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { Section } from "../../ui/section";
import { formatDay } from "../../ui/moment";
import { SkeletonRows } from "../../ui/skeleton";
import { failureText, LeftPageError, useOffice } from "../../office/calls";
import { documentCalls } from "./document-calls";
import { DocumentDialog } from "./document-dialog";
import { RequiredDocuments } from "./required-documents";

/** The documents of a driver, a vehicle or an affiliate, and a vehicle's photos, as dispatch manages them. */
export function DocumentsPanel({
  owner,
  id,
  onChanged,
}: {
  owner: DocumentNotice["owner"];
  id: string;
  /** Called when data has changed since the page's form was loaded. */
  onChanged: () => void;
}) {
  const { api, call } = useOffice();
  const [slots, setSlots] = useState<DocumentSlots | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [openSlot, setOpenSlot] = useState<DocumentSlot | null>(null);
  const [isRulesDialogOpen, setRulesDialogOpen] = useState(false);
  const load = useCallback(async () => {
    try {
      setSlots(await call(documentCalls(api, owner).$get({ param: { id } })));
      setFailure(null);
    } catch (error) {
      if (!(error instanceof LeftPageError)) setFailure(failureText(error));
    }
  }, [api, call, id, owner]);
  useEffect(() => void load(), [load]);
  const onDocumentChanged = () => {
    setOpenSlot(null);
    void load();
    onChanged();
  };
  return (
    <Card className="max-w-3xl">
      <Section
        actions={
          owner !== "affiliate" && (
            <Button onClick={() => setRulesDialogOpen(true)} size="small" variant="quiet">
              Required documents
            </Button>
          )
        }
        detail={
          owner === "affiliate"
            ? "No trips are offered after the insurance expires."
            : "No trips are assigned after a required document expires."
        }
        title="Documents"
      >
        {failure && (
          <p className="flex flex-wrap items-center gap-3 text-danger-ink" role="alert">
            {failure}
            <Button onClick={() => void load()} size="small" variant="secondary">
              Try again
            </Button>
          </p>
        )}
        {!slots && !failure && <SkeletonRows rows={4} />}
        {slots && (
          <ul className="divide-y divide-line text-sm">
            {slots.documents.map((slot) => (
              <DocumentRow key={slot.kind} onOpen={() => setOpenSlot(slot)} slot={slot} />
            ))}
          </ul>
        )}
      </Section>
      {slots && slots.photos.length > 0 && (
        <Section title="Photos">
          <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4">
            {slots.photos.map((slot) => (
              <Photo key={slot.kind} onOpen={() => setOpenSlot(slot)} slot={slot} />
            ))}
          </ul>
        </Section>
      )}
      {openSlot && (
        <DocumentDialog
          id={id}
          onClose={() => setOpenSlot(null)}
          onDone={onDocumentChanged}
          owner={owner}
          slot={openSlot}
        />
      )}
      {isRulesDialogOpen && (
        <RequiredDocuments
          onClose={() => setRulesDialogOpen(false)}
          onSaved={() => {
            setRulesDialogOpen(false);
            void load();
          }}
        />
      )}
    </Card>
  );
}

function DocumentRow({ slot, onOpen }: { slot: DocumentSlot; onOpen: () => void }) {
  const { kind, required, inForce, waiting } = slot;
  return (
    <li className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <span className="min-w-0">
        <span className="font-medium">{officeDocumentName(kind)}</span>
        {required && <span className="text-ink-muted"> (required)</span>}
        <span className="block text-ink-muted">
          {inForce
            ? [inForce.number, inForce.validUntil && `until ${formatDay(inForce.validUntil)}`]
                .filter(Boolean)
                .join(", ") || "On record"
            : "Not on record"}
        </span>
      </span>
      <span className="flex items-center gap-2">
        <StateBadge slot={slot} />
        <Button
          aria-label={`${waiting ? "Review" : "Open"}: ${officeDocumentName(kind)}`}
          onClick={onOpen}
          size="small"
          variant={waiting ? "primary" : "secondary"}
        >
          {waiting ? "Review" : "Open"}
        </Button>
      </span>
    </li>
  );
}

function StateBadge({ slot: { inForce, waiting, required } }: { slot: DocumentSlot }) {
  if (waiting) return <Badge tone="warning">To review</Badge>;
  if (!inForce) return required ? <Badge tone="warning">Missing</Badge> : null;
  const { daysLeft } = inForce;
  if (daysLeft === null) return <Badge tone="success">On record</Badge>;
  if (daysLeft < 0) return <Badge tone="danger">Expired</Badge>;
  if (daysLeft <= 30)
    return <Badge tone="warning">{daysLeft === 1 ? "1 day left" : `${daysLeft} days left`}</Badge>;
  return <Badge tone="success">Valid</Badge>;
}

function Photo({ slot, onOpen }: { slot: DocumentSlot; onOpen: () => void }) {
  const shownDocument = slot.waiting ?? slot.inForce;
  const name = officeDocumentName(slot.kind);
  return (
    <li>
      <button
        className="block w-full overflow-hidden rounded-md border border-line text-start enabled:hover:border-line-strong"
        disabled={!shownDocument}
        onClick={onOpen}
        type="button"
      >
        <span className="flex aspect-[4/3] items-center justify-center bg-surface-sunken text-ink-faint text-sm">
          {shownDocument?.file ? (
            <img
              alt=""
              className="size-full object-cover"
              loading="lazy"
              src={`/backend/admin/documents/${shownDocument.id}/file`}
            />
          ) : (
            "None yet"
          )}
        </span>
        <span className="flex min-h-11 flex-wrap items-center justify-between gap-1 px-3 py-2 text-sm">
          <span>
            <span className="sr-only">{slot.waiting ? "Review the new photo: " : "Photo: "}</span>
            {name}
          </span>
          {slot.waiting && <Badge tone="warning">To review</Badge>}
        </span>
      </button>
    </li>
  );
}
