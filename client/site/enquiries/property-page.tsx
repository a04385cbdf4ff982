import type { ReactNode } from "react";
import { PhoneLink } from "../phone-link";
import type { OperatorFacts } from "../public-shell";
import { FormPage } from "./form-page-frame";

/** The page of something lost or found: what happens with it, and the form beside. */
export function PropertyPage({
  operator,
  heading,
  lead,
  beside,
  children,
}: {
  operator: OperatorFacts;
  heading: string;
  lead: string;
  /** Beneath the lead. */
  beside: ReactNode;
  /** The form. */
  children: ReactNode;
}) {
  const { phone } = operator;
  return (
    <FormPage form={children} heading={heading} lead={lead} operator={operator}>
      <div className="mt-6 grid gap-4 text-ink-muted">
        {beside}
        {phone && (
          <p>
            Is it urgent? Call <PhoneLink phone={phone} />
          </p>
        )}
      </div>
    </FormPage>
  );
}
