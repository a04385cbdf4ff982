import type { SendContactMessage } from "../../../src/contact/contract";
import { read } from "../../api";
import { Choices } from "./choices";
import { SenderFields } from "./sender-fields";
import { FormCard, type FormCardProps } from "./form-card";
import type { EnquiryFormProps } from "./form-props";
import { EnquiryForm } from "./enquiry-form";
import { SelectField } from "../../ui/select-field";
import { TextArea } from "../../ui/text-area";
import { TextField } from "../../ui/text-field";
import { useWords } from "../../words/use-words";
import { contactTopicWords } from "../../words/contact-topic-words";
import { phrase } from "../../words/words";
import { useIsOffered } from "../../use-is-offered";

/** The topics about a service, each with its kind of trip or its page. */
const serviceTopics: Record<string, string> = {
  company: "company-account",
  care: "home_care",
  interpreter: "interpreter",
  roadside: "roadside_assistance",
};

/** The contact form, open to everybody. */
function ContactForm({ api, ...given }: EnquiryFormProps) {
  const t = useWords();
  const isOffered = useIsOffered();
  const topics = Object.fromEntries(
    Object.entries(contactTopicWords).filter(([topic]) => isOffered(serviceTopics[topic] ?? topic)),
  );
  return (
    <EnquiryForm
      {...given}
      fragment="#form"
      button={t("Send the message")}
      label={t("Write to us")}
      page="/contact-us"
      send={(typed: SendContactMessage) => read(api.contact.$post({ json: typed }))}
      words={{ text: t("Please write a message of no more than 5,000 characters.") }}
    >
      {(field) => (
        <>
          <div className="grid gap-5 sm:grid-cols-2">
            <SenderFields field={field} />
            <SelectField {...field("topic", "booking")} label={t("What is it about?")}>
              <Choices of={topics} />
            </SelectField>
            <TextField
              {...field("trip")}
              inputMode="numeric"
              label={t("Booking number")}
              maxLength={20}
              optional
            />
          </div>
          <TextArea
            {...field("text")}
            label={t("Your message")}
            maxLength={5_000}
            required
            rows={7}
          />
        </>
      )}
    </EnquiryForm>
  );
}

/** The form, then the thank-you message in its place. */
export function ContactCard(props: FormCardProps) {
  return <FormCard {...props} form={ContactForm} title={phrase("Write to us")} />;
}
