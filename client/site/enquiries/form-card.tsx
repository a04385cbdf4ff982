import { type ComponentType, useState } from "react";
import type { PostedForm } from "../../../src/contact/posted-form-contract";
import type { Api } from "../../api";
import { useWords } from "../../words/use-words";
import type { Phrase } from "../../words/words";
import { ThankYou } from "./thank-you";
import type { EnquiryFormProps } from "./form-props";

/** What a page passes to a card with a form. */
export interface FormCardProps {
  api: Api;
  postedForm: PostedForm | undefined;
  /** Sent without scripts, the form is answered with a page. */
  wasSent: boolean;
}

/** A form with its title, then the thank-you in its place. */
export function FormCard({
  api,
  postedForm,
  wasSent,
  title,
  form: Form,
  thankYouTexts,
}: FormCardProps & {
  title: Phrase;
  form: ComponentType<EnquiryFormProps>;
  /** The default text if left out. */
  thankYouTexts?: { title: Phrase; text: Phrase };
}) {
  const t = useWords();
  const [isSent, setIsSent] = useState(false);
  if (isSent || wasSent)
    return (
      <ThankYou takesFocus={isSent} title={thankYouTexts && t.of(thankYouTexts.title)}>
        {thankYouTexts && t.of(thankYouTexts.text)}
      </ThankYou>
    );
  return (
    <>
      <h2 className="mb-6 text-lg">{t.of(title)}</h2>
      <Form api={api} onSent={() => setIsSent(true)} postedForm={postedForm} />
    </>
  );
}
