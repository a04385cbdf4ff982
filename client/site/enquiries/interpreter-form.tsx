import type { InterpreterEnquiry } from "../../../src/contact/enquiry-contract";
import { meetingChoices } from "../../../src/contact/enquiry-rules";
import { read } from "../../api";
import { PublicForm } from "../public-form";
import { SelectField } from "../../ui/select-field";
import { TextArea } from "../../ui/text-area";
import { DateField, TextField } from "../../ui/text-field";
import { Choices } from "./choices";
import { type EnquiryFormProps, keptNote, tooMany, writerWords } from "./form-props";
import { WriterFields } from "./writer-fields";

const missing = {
  ...writerWords,
  languages: "Please name the two languages.",
  place: "Please say where the interpreter is needed.",
};

/** Asks for an interpreter. */
export function InterpreterForm({ api, posted, onSent }: EnquiryFormProps) {
  return (
    <PublicForm
      at="#enquiry"
      button="Send the enquiry"
      label="Ask for an interpreter"
      note={keptNote}
      onSent={onSent}
      page="/language-translation"
      posted={posted}
      send={(typed: InterpreterEnquiry) => read(api.enquiries.interpreter.$post({ json: typed }))}
      tooMany={tooMany}
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
    </PublicForm>
  );
}
