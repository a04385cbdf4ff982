import { type MouseEvent, type ReactNode, useState } from "react";
import { saveFile } from "../save-file";
import { useWords } from "../words/use-words";
import { LateConfirmDialog, LatePopup } from "./late-dialogs";

/** The header in which the server names what a PDF could not be written with. */
const UNWRITABLE = "unwritable";

/**
 * A link to a PDF that is written when it is asked for. Characters that no typeface has are named before it
 * is saved: a paper with a question mark in a name is worth little.
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
  const t = useWords();
  const [held, setHeld] = useState<{ answer: Response; signs: string } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const open = async (event: MouseEvent) => {
    // What the browser does with a link in other ways, it does with this one.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const answer = await fetch(href).catch(() => null);
    if (!answer?.ok) {
      const words = t("The PDF could not be loaded. Please try again.");
      const refused = await answer?.json().catch(() => null);
      setFailure(typeof refused?.message === "string" ? refused.message : words);
      return;
    }
    const signs = decodeURIComponent(answer.headers.get(UNWRITABLE) ?? "");
    if (signs === "") await saveFile(answer, "document.pdf");
    else setHeld({ answer, signs });
  };
  return (
    <>
      <a className={className} download href={href} onClick={(event) => void open(event)}>
        {children}
      </a>
      <LateConfirmDialog
        confirmLabel={t("Save PDF anyway")}
        onClose={() => setHeld(null)}
        onConfirm={() => {
          if (held) void saveFile(held.answer, "document.pdf");
          setHeld(null);
        }}
        open={held !== null}
        title={t("Some characters can't be printed")}
      >
        {t("The PDF has a question mark in place of: {signs}", {
          signs: [...(held?.signs ?? "")].join(" "),
        })}
      </LateConfirmDialog>
      <LatePopup kind="error" onClose={() => setFailure(null)} open={failure !== null}>
        {failure}
      </LatePopup>
    </>
  );
}
