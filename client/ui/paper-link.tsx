import { type MouseEvent, type ReactNode, useState } from "react";
import { lazy } from "../lazy";

const PaperSaving = lazy(async () => (await import("./paper-saving")).PaperSaving);

/**
 * A link to a PDF that is written when it is asked for. What saves it, and what says that something could not
 * be written, is loaded with the press.
 */
export function PaperLink({
  href,
  className,
  children,
}: {
  href: string;
  className: string;
  children: ReactNode;
}) {
  const [saving, setSaving] = useState(false);
  const open = async (event: MouseEvent) => {
    // What the browser does with a link in other ways, it does with this one.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    try {
      await PaperSaving.preload();
      setSaving(true);
    } catch {
      location.assign(href);
    }
  };
  return (
    <>
      <a className={className} download href={href} onClick={(event) => void open(event)}>
        {children}
      </a>
      {saving && <PaperSaving href={href} onEnd={() => setSaving(false)} />}
    </>
  );
}
