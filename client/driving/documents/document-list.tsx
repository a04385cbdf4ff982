import { useState } from "react";
import type { Document, DocumentKind, DocumentSlot } from "../../../src/documents/contract";
import { documentName } from "../../../src/documents/kinds";
import { lazy } from "../../lazy";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { Moment } from "../../ui/moment";
import { RichSentence, useWords } from "../../words/use-words";
import { type Phrase, phrase } from "../../words/words";

const SendDocument = lazy(async () => (await import("./send-document")).SendDocument);

/** A document that expires within this many days shows a warning. */
const DUE_SOON_DAYS = 30;

/** A driver's documents, each with its state, its days left and a button to renew it. */
export function DocumentList({
  slots,
  timeZone,
}: {
  slots: readonly DocumentSlot[];
  timeZone: string;
}) {
  const t = useWords();
  const [kindToSend, setKindToSend] = useState<DocumentKind | null>(null);
  return (
    <>
      <ul className="divide-y divide-line">
        {slots.map((slot) => (
          <li className="grid gap-2 py-4 first:pt-0 last:pb-0" key={slot.kind}>
            <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
              <div className="min-w-0">
                <h3 className="font-medium text-base">{t.known(documentName(slot.kind))}</h3>
                <p className="mt-1 flex flex-wrap items-center gap-2 text-ink-muted text-sm">
                  <DocumentRow slot={slot} timeZone={timeZone} />
                </p>
              </div>
              <Button
                aria-label={`${t.of(actionOf(slot))}: ${t.known(documentName(slot.kind))}`}
                onClick={() => setKindToSend(slot.kind)}
                size="small"
                variant="secondary"
              >
                {t.of(actionOf(slot))}
              </Button>
            </div>
            <DocumentState slot={slot} />
          </li>
        ))}
      </ul>
      {kindToSend && <SendDocument kind={kindToSend} onClose={() => setKindToSend(null)} />}
    </>
  );
}

function actionOf({ inForce, waiting, refused }: DocumentSlot): Phrase {
  if (waiting || refused) return phrase("Send again");
  return inForce ? phrase("Renew") : phrase("Send", "a document");
}

function DocumentRow({ slot, timeZone }: { slot: DocumentSlot; timeZone: string }) {
  const t = useWords();
  const { inForce, required } = slot;
  if (!inForce)
    return required ? (
      <Badge tone="warning">{t("Required, but not on file")}</Badge>
    ) : (
      <span>{t("Not on file")}</span>
    );
  const { validUntil, createdAt } = inForce;
  const day = (
    <Moment
      at={validUntil ? `${validUntil}T12:00:00Z` : createdAt}
      style="date"
      timeZone={validUntil ? "UTC" : timeZone}
    />
  );
  return (
    <>
      <span>
        {validUntil ? (
          <RichSentence day={day} text="Valid until {day}" />
        ) : (
          <RichSentence day={day} text="On file since {day}" />
        )}
      </span>
      <DaysLeft document={inForce} />
    </>
  );
}

/** The days left until a document expires. */
function DaysLeft({ document: { daysLeft } }: { document: Pick<Document, "daysLeft"> }) {
  const t = useWords();
  if (daysLeft === null) return null;
  if (daysLeft < 0) return <Badge tone="danger">{t("Expired")}</Badge>;
  if (daysLeft > DUE_SOON_DAYS) return <Badge tone="success">{t("Valid")}</Badge>;
  if (daysLeft === 0) return <Badge tone="warning">{t("Expires today")}</Badge>;
  return <Badge tone="warning">{t.count(daysLeft, "{n} day left", "{n} days left")}</Badge>;
}

function DocumentState({ slot: { waiting, refused, inForce } }: { slot: DocumentSlot }) {
  const t = useWords();
  if (waiting)
    return (
      <p className="rounded-md bg-surface-sunken px-3 py-2 text-sm">
        {inForce
          ? t(
              "Dispatch is checking your new document. Until dispatch accepts it, the document above applies.",
            )
          : t("Dispatch is checking this document.")}
      </p>
    );
  if (refused)
    return (
      <p className="rounded-md bg-danger-surface px-3 py-2 text-danger-ink text-sm">
        {t("Dispatch did not accept this document: {reason}", { reason: refused.reason })}
      </p>
    );
  return null;
}
