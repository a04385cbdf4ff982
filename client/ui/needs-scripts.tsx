import { useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { RichSentence, useWords } from "../words/use-words";

/**
 * Shown without scripts, or in a browser that is too old, on a page that needs scripts: what to do instead, and whom to
 * call.
 */
export function NeedsScripts({ children }: { children?: ReactNode }) {
  const t = useWords();
  const { phone } = useRouter().options.context.settings;
  return (
    <noscript>
      <p className="mt-6 rounded-lg border border-line bg-surface-raised p-4 text-ink">
        {t("This page needs JavaScript and a recent browser.")}{" "}
        {phone && (
          <RichSentence
            phone={
              <a className="font-medium text-accent-text underline" href={`tel:${phone}`}>
                <span className="figures">{phone}</span>
              </a>
            }
            text="Or call us: {phone}"
          />
        )}{" "}
        {children}
      </p>
    </noscript>
  );
}
