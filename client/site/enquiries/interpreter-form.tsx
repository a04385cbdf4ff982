import type { InterpreterEnquiry } from "../../../src/contact/enquiry-contract";
import { meetingChoices } from "../../../src/contact/enquiry-rules";
import { read } from "../../api";
import { EnquiryForm } from "./enquiry-form";
import { SelectField } from "../../ui/select-field";
import { TextArea } from "../../ui/text-area";
import { DateField, TextField } from "../../ui/text-field";
import { Choices } from "./choices";
import type { EnquiryFormProps } from "./form-props";
import { SenderFields } from "./sender-fields";
import { useWords } from "../../words/use-words";

/** The form that requests an interpreter. */
export function InterpreterForm({ api, ...given }: EnquiryFormProps) {
  const t = useWords();
  return (
    <EnquiryForm
      {...given}
      button={t("Send the enquiry")}
      label={t("Ask for an interpreter")}
      page="/language-translation"
      send={(typed: InterpreterEnquiry) => read(api.enquiries.interpreter.$post({ json: typed }))}
      words={{
        languages: t("Please tell us the two languages."),
        place: t("Please tell us where you need the interpreter."),
      }}
    >
      {(field) => (
        <>
          <div className="grid gap-5 sm:grid-cols-2">
            <SenderFields field={field} />
            <TextField
              {...field("languages")}
              hint={t("Such as Kinyarwanda and French.")}
              label={t("The two languages")}
              maxLength={120}
              required
            />
            <SelectField {...field("meeting", "meets_there")} label={t("The interpreter")}>
              <Choices of={meetingChoices} />
            </SelectField>
            <TextField
              {...field("place")}
              hint={t("The clinic, the office, the notary.")}
              label={t("Where")}
              maxLength={200}
              required
            />
            <DateField {...field("day")} label={t("Which day")} optional />
          </div>
          <TextArea
            {...field("text")}
            hint={t("What the conversation is about, when it starts and how long it may take.")}
            label={t("What we should know")}
            maxLength={4_000}
            optional
            rows={4}
          />
        </>
      )}
    </EnquiryForm>
  );
}
