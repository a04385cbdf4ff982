import { useEffect, useRef } from "react";
import { ButtonLink } from "../../ui/button-link";
import { Glyph } from "../../ui/glyph";

/** What stands where the form was. */
export function ThankYou({
  focused,
  title = "Thank you. We have your message.",
  children = "We answer as soon as we can. If you gave us an e-mail address, a confirmation is on its way: just reply to it to add something.",
}: {
  title?: string | undefined;
  /** What happens next. */
  children?: string | undefined;
  /** It took the form's place under somebody's hands: reading goes on here. */
  focused: boolean;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focused) heading.current?.focus();
  }, [focused]);
  return (
    <div className="grid justify-items-start gap-4">
      <span className="grid size-12 place-content-center rounded-full bg-success-surface text-success-ink">
        <Glyph d="M20 6 9 17l-5-5" size={24} />
      </span>
      <h2 className="text-lg" ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p className="text-ink-muted">{children}</p>
      <ButtonLink to="/" variant="secondary">
        Back to the home page
      </ButtonLink>
    </div>
  );
}
