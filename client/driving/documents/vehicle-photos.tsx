import { Camera } from "lucide-react";
import { useState } from "react";
import type { DocumentKind, DocumentSlot } from "../../../src/documents/contract";
import { documentName } from "../../../src/documents/kinds";
import { lazy } from "../../lazy";
import { Badge } from "../../ui/badge";
import { useWords } from "../../words/use-words";

const SendDocument = lazy(async () => (await import("./send-document")).SendDocument);

/** The eight photos of the vehicle. Pressing one replaces it, after dispatch has checked the new one. */
export function VehiclePhotos({ slots }: { slots: readonly DocumentSlot[] }) {
  const t = useWords();
  const [kindBeingSent, setKindBeingSent] = useState<DocumentKind | null>(null);
  return (
    <>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {slots.map(({ kind, inForce, waiting, refused }) => {
          const shownDocument = waiting ?? inForce;
          const name = t.known(documentName(kind));
          return (
            <li key={kind}>
              <button
                className="block w-full overflow-hidden rounded-md border border-line text-start hover:border-line-strong"
                onClick={() => setKindBeingSent(kind)}
                type="button"
              >
                <span className="flex aspect-[4/3] items-center justify-center bg-surface-sunken text-ink-faint">
                  {shownDocument?.file ? (
                    <img
                      alt=""
                      className="size-full object-cover"
                      loading="lazy"
                      src={`/backend/driver/documents/${shownDocument.id}/file`}
                    />
                  ) : (
                    <Camera aria-hidden="true" size={24} />
                  )}
                </span>
                <span className="flex min-h-11 flex-wrap items-center justify-between gap-1 px-3 py-2 text-sm">
                  <span>
                    <span className="sr-only">
                      {shownDocument ? t("Replace the photo:") : t("Add the photo:")}{" "}
                    </span>
                    {name}
                  </span>
                  {waiting && <Badge tone="warning">{t("Being checked")}</Badge>}
                  {refused && <Badge tone="danger">{t("Send again")}</Badge>}
                </span>
              </button>
              {refused && <p className="mt-1 text-danger-ink text-sm">{refused.reason}</p>}
            </li>
          );
        })}
      </ul>
      {kindBeingSent && (
        <SendDocument kind={kindBeingSent} onClose={() => setKindBeingSent(null)} />
      )}
    </>
  );
}
