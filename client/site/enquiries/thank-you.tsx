import { useEffect, useRef } from "react";
import { ButtonLink } from "../../ui/button-link";
import { useWords } from "../../words/use-words";
import { Glyph } from "../../ui/glyph";

/** The thank-you message that replaces the form after sending. */
export function ThankYou({
  takesFocus,
  title,
  children,
}: {
  title?: string | undefined;
  /** What happens next. */
  children?: string | undefined;
  /** Whether it replaced a form that had the focus. It then takes the focus, so that screen readers continue here. */
  takesFocus: boolean;
}) {
  const t = useWords();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <div className="grid justify-items-start gap-4">
      <span className="grid size-12 place-content-center rounded-full bg-success-surface text-success-ink">
        <Glyph d="M20 6 9 17l-5-5" size={24} />
      </span>
      <h2 className="text-lg" ref={heading} tabIndex={-1}>
        {title ?? t("Thank you. We have your message.")}
      </h2>
      <p className="text-ink-muted">
        {children ??
          t(
            "We’ll answer as soon as we can. If you gave us an e-mail address, a confirmation is on its way: just reply to it to add something.",
          )}
      </p>
      <ButtonLink to="/" variant="secondary">
        {t("Go to the home page")}
      </ButtonLink>
    </div>
  );
}
