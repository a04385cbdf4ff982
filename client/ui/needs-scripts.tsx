import { useRouter } from "@tanstack/react-router";
import { Said, useWords } from "../words/use-words";

/** Shown without scripts, on a page that needs them: whom to call instead. */
export function NeedsScripts({
  what,
}: {
  /** What needs them, as a sentence. */
  what: string;
}) {
  const t = useWords();
  const { phone } = useRouter().options.context.settings;
  return (
    <noscript>
      <p className="mt-6 rounded-lg border border-line bg-surface-raised p-4 text-ink">
        {what}{" "}
        {phone ? (
          <Said
            phone={
              <a className="font-medium text-accent-text underline" href={`tel:${phone}`}>
                <span className="figures">{phone}</span>
              </a>
            }
            text="Without it, please call us: {phone}"
          />
        ) : (
          t("Without it, please call us.")
        )}
      </p>
    </noscript>
  );
}
