import type { ServiceEnquiry } from "../../../src/contact/enquiry-contract";
import { read } from "../../api";
import { PublicForm } from "../public-form";
import { servicePath } from "../service-path";
import { TextArea } from "../../ui/text-area";
import { DateField, TextField } from "../../ui/text-field";
import { type EnquiryFormProps, keptNote, tooMany, writerWords } from "./form-props";
import { WriterFields } from "./writer-fields";

const missing = { ...writerWords, text: "Please say what you need." };

/** Asks for a service that the operator added. */
export function OwnServiceForm({
  api,
  posted,
  onSent,
  slug,
  name,
}: EnquiryFormProps & { slug: string; name: string }) {
  return (
    <PublicForm
      at="#enquiry"
      button="Send the enquiry"
      label={`Ask for ${name}`}
      note={keptNote}
      onSent={onSent}
      page={servicePath(slug)}
      posted={posted}
      send={(typed: ServiceEnquiry) =>
        read(api.enquiries.services[":slug"].$post({ param: { slug }, json: typed }))
      }
      tooMany={tooMany}
      words={missing}
    >
      {(field) => (
        <>
          <div className="grid gap-5 sm:grid-cols-2">
            <WriterFields field={field} />
            <TextField
              {...field("place")}
              hint="Where it would be, or from where to where."
              label="Where"
              maxLength={200}
              optional
            />
            <DateField {...field("day")} label="Which day" optional />
          </div>
          <TextArea
            {...field("text")}
            hint="What you have in mind, for how many people, and when it begins and ends."
            label="What you need"
            maxLength={4_000}
            required
            rows={4}
          />
        </>
      )}
    </PublicForm>
  );
}
