import { type ComponentType, useState } from "react";
import type { PostedForm } from "../../../src/contact/posted-form-contract";
import type { Api } from "../../api";
import { useWords } from "../../words/use-words";
import type { Phrase } from "../../words/words";
import { ThankYou } from "./thank-you";
import type { EnquiryFormProps } from "./form-props";

/** The props that a page passes to a card with a form. */
export interface FormCardProps {
  api: Api;
  postedForm: PostedForm | undefined;
  /** Whether the form was sent without scripts, in which case the server answers with this page. */
  wasSent: boolean;
}

/** A form with its title, then the thank-you message in its place. */
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
  /** The thank-you message; a default text if absent. */
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
