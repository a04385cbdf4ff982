import type { PostedForm } from "../../../src/contact/form-contract";
import type { Api } from "../../api";

/** What every form of an enquiry is given. */
export interface EnquiryFormProps {
  api: Api;
  /** What was sent without scripts and refused. */
  posted: PostedForm | undefined;
  onSent: () => void;
}

/** What is said when too many came from here. */
export const tooMany =
  "Too many messages came from here within an hour. Please try again later, or call us.";

/** Stands beside the button. */
export const keptNote = "We use what you write to answer you, and delete it within twelve months.";

/** What is said at the fields of `WriterFields` when they are empty. */
export const writerWords = {
  name: "Please say your name.",
  contact: "Please write an e-mail address or a phone number.",
};
