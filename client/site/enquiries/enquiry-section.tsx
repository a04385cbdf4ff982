import { type ReactNode, useState } from "react";
import type { PostedForm } from "../../../src/contact/posted-form-contract";
import type { Api } from "../../api";
import { ThankYou } from "./thank-you";
import { RichSentence } from "../../words/use-words";
import { PhoneLink } from "../phone-link";
import type { OperatorFacts } from "../operator-facts";
import type { EnquiryFormProps } from "./form-props";

/**
 * The part of a page with an enquiry form and an introduction beside it. After sending, the thank-you message takes its
 * place.
 */
export function EnquirySection({
  api,
  postedForm,
  operator: { phone },
  title,
  text,
  wasSent,
  children,
}: {
  api: Api;
  postedForm: PostedForm | undefined;
  operator: OperatorFacts;
  title: string;
  text: string;
  /** Whether the form was sent without scripts, in which case the server answers with this page. */
  wasSent: boolean;
  /** The form. */
  children: (formProps: EnquiryFormProps) => ReactNode;
}) {
  const [isSent, setIsSent] = useState(false);
  return (
    <section
      aria-labelledby="enquiry-title"
      className="scroll-mt-(--bar) border-line border-t bg-surface-sunken"
      id="enquiry"
    >
      <div className="mx-auto grid max-w-6xl gap-8 px-4 py-12 sm:px-6 md:py-16 lg:grid-cols-[20rem_1fr] lg:gap-16">
        <div className="min-w-0">
          <h2 className="break-words text-xl" id="enquiry-title">
            {title}
          </h2>
          <p className="mt-3 text-ink-muted">{text}</p>
          {phone && (
            <p className="mt-4 text-ink-muted">
              <RichSentence phone={<PhoneLink phone={phone} />} text="Or call {phone}" />
            </p>
          )}
        </div>
        <div className="min-w-0 rounded-xl border border-line bg-surface-raised p-6 shadow-sm sm:p-8">
          {isSent || wasSent ? (
            <ThankYou takesFocus={isSent} />
          ) : (
            children({ api, onSent: () => setIsSent(true), postedForm })
          )}
        </div>
      </div>
    </section>
  );
}
