import { type MouseEvent, type ReactNode, useState } from "react";
import { lazy } from "../lazy";

const SavePdf = lazy(async () => (await import("./save-pdf")).SavePdf);

/**
 * A link to a PDF that is created on request. The code that saves it, and that reports characters it could not print,
 * loads when the link is pressed.
 */
export function PdfLink({
  href,
  className,
  children,
}: {
  href: string;
  className: string;
  children: ReactNode;
}) {
  const [isSaving, setIsSaving] = useState(false);
  const startSaving = async (event: MouseEvent) => {
    // Clicks with a modifier key work as on any link.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    try {
      await SavePdf.preload();
      setIsSaving(true);
    } catch {
      location.assign(href);
    }
  };
  return (
    <>
      <a className={className} download href={href} onClick={(event) => void startSaving(event)}>
        {children}
      </a>
      {isSaving && <SavePdf href={href} onEnd={() => setIsSaving(false)} />}
    </>
  );
}
