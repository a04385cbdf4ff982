import { useRouter } from "@tanstack/react-router";

/** Said where scripts are off, on a page that does nothing without them: whom to call instead. */
export function NeedsScripts({ what }: { what: string }) {
  const { phone } = useRouter().options.context.settings;
  return (
    <noscript>
      <p className="mt-6 rounded-lg border border-line bg-surface-raised p-4 text-ink">
        {what} needs JavaScript. Without it, please call us
        {phone ? (
          <>
            :{" "}
            <a className="font-medium text-accent-text underline" href={`tel:${phone}`}>
              {phone}
            </a>
          </>
        ) : (
          "."
        )}
      </p>
    </noscript>
  );
}
