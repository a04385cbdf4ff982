import type { InterpreterEnquiry } from "../../../src/contact/enquiry-contract";
import { meetingChoices } from "../../../src/contact/enquiry-rules";
import { read } from "../../api";
import { EnquiryForm } from "./enquiry-form";
import { SelectField } from "../../ui/select-field";
import { TextArea } from "../../ui/text-area";
import { DateField, TextField } from "../../ui/text-field";
import { Choices } from "./choices";
import type { EnquiryFormProps } from "./form-props";
import { WriterFields } from "./writer-fields";

const missing = {
  languages: "Please name the two languages.",
  place: "Please say where the interpreter is needed.",
};

/** Asks for an interpreter. */
export function InterpreterForm({ api, ...given }: EnquiryFormProps) {
  return (
    <EnquiryForm
      {...given}
      button="Send the enquiry"
      label="Ask for an interpreter"
      page="/language-translation"
      send={(typed: InterpreterEnquiry) => read(api.enquiries.interpreter.$post({ json: typed }))}
      words={missing}
    >
      {(field) => (
        <>
          <div className="grid gap-5 sm:grid-cols-2">
            <WriterFields field={field} />
            <TextField
              {...field("languages")}
              hint="Such as Kinyarwanda and French."
              label="The two languages"
              maxLength={120}
              required
            />
            <SelectField {...field("meeting", "meets_there")} label="The interpreter">
              <Choices of={meetingChoices} />
            </SelectField>
            <TextField
              {...field("place")}
              hint="The clinic, the office, the notary."
              label="Where"
              maxLength={200}
              required
            />
            <DateField {...field("day")} label="Which day" optional />
          </div>
          <TextArea
            {...field("text")}
            hint="What the talk is about in a word or two, when it begins and how long it may take."
            label="What we should know"
            maxLength={4_000}
            optional
            rows={4}
          />
        </>
      )}
    </EnquiryForm>
  );
}
