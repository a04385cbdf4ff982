import type { TellFound } from "../../../src/contact/enquiry-contract";
import { heldChoices } from "../../../src/contact/enquiry-rules";
import { read } from "../../api";
import { EnquiryForm } from "./enquiry-form";
import { SelectField } from "../../ui/select-field";
import { Choices } from "./choices";
import { FormCard, type FormCardProps } from "./form-card";
import type { EnquiryFormProps } from "./form-props";
import { ThingFields } from "./thing-fields";
import { WriterFields } from "./writer-fields";

/** Tells of something found, without an account. */
function FoundForm({ api, ...given }: EnquiryFormProps) {
  return (
    <EnquiryForm
      {...given}
      at="#form"
      button="Tell us"
      label="Tell us what you found"
      page="/found-property"
      send={(typed: TellFound) => read(api["found-property"].$post({ json: typed }))}
      words={{ what: "Please say what you found." }}
    >
      {(field) => (
        <>
          <ThingFields
            dayLabel="When did you find it?"
            field={field}
            marksHint="A name or a number in it, a scratch. Nothing that is private to its owner."
            whatLabel="What did you find?"
          />
          <SelectField {...field("held", "me")} label="Where is it now?">
            <Choices of={heldChoices} />
          </SelectField>
          <div className="grid gap-5 sm:grid-cols-2">
            <WriterFields field={field} />
          </div>
        </>
      )}
    </EnquiryForm>
  );
}

const thanks = {
  title: "Thank you. Somebody will be glad.",
  text: "It stands in our register now, and we get in touch with you to fetch it or to agree where you leave it. If you gave us an e-mail address, a confirmation is on its way: just reply to it to add something.",
};

/** The form, then the thanks in its place. */
export function FoundCard(props: FormCardProps) {
  return <FormCard {...props} form={FoundForm} thanks={thanks} title="Tell us about it" />;
}
