import { type ComponentType, type MouseEvent, type ReactNode, useState } from "react";

type Saving = ComponentType<{ href: string; onEnd: () => void }>;

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
  const [saving, setSaving] = useState<{ Part: Saving } | null>(null);
  const open = async (event: MouseEvent) => {
    // What the browser does with a link in other ways, it does with this one.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const loaded = await import("./paper-saving").catch(() => null);
    if (loaded) setSaving({ Part: loaded.PaperSaving });
    else location.assign(href);
  };
  return (
    <>
      <a className={className} download href={href} onClick={(event) => void open(event)}>
        {children}
      </a>
      {saving && <saving.Part href={href} onEnd={() => setSaving(null)} />}
    </>
  );
}
