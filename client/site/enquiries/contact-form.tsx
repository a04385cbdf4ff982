import type { WriteToUs } from "../../../src/contact/contract";
import { read } from "../../api";
import { FormCard, type FormCardProps } from "./form-card";
import type { EnquiryFormProps } from "./form-props";
import { PublicForm } from "../public-form";
import { SelectField } from "../../ui/select-field";
import { TextArea } from "../../ui/text-area";
import { TextField } from "../../ui/text-field";
import { topicWords } from "../../words/topic-words";

const missing = {
  name: "Please say your name.",
  contact: "Please write an e-mail address or a phone number.",
  text: "Please write your message, with 5,000 characters at most.",
};

const tooMany =
  "Too many messages came from here within an hour. Please try again later, or call us.";

/** The form by which anybody writes to the operator. */
function ContactForm({ api, posted, onSent }: EnquiryFormProps) {
  return (
    <PublicForm
      at="#form"
      button="Send the message"
      label="Write to us"
      note="We use what you write to answer you, and delete it within twelve months."
      onSent={onSent}
      page="/contact-us"
      posted={posted}
      send={(typed: WriteToUs) => read(api.contact.$post({ json: typed }))}
      tooMany={tooMany}
      words={missing}
    >
      {(field) => (
        <>
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              {...field("name")}
              autoComplete="name"
              label="Your name"
              maxLength={120}
              required
            />
            <TextField
              {...field("contact")}
              autoCapitalize="none"
              autoComplete="email"
              label="E-mail address or phone number"
              maxLength={320}
              required
              spellCheck={false}
            />
            <SelectField {...field("topic", "booking")} label="What is it about?">
              {Object.entries(topicWords).map(([topic, words]) => (
                <option key={topic} value={topic}>
                  {words}
                </option>
              ))}
            </SelectField>
            <TextField
              {...field("trip")}
              inputMode="numeric"
              label="Booking number"
              maxLength={20}
              optional
            />
          </div>
          <TextArea {...field("text")} label="Your message" maxLength={5_000} required rows={7} />
        </>
      )}
    </PublicForm>
  );
}

/** The form, then the thanks in its place. */
export function ContactCard(props: FormCardProps) {
  return <FormCard {...props} form={ContactForm} title="Write to us" />;
}
