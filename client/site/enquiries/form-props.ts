import type { PostedForm } from "../../../src/contact/posted-form-contract";
import type { Api } from "../../api";

/** The props of every enquiry form. */
export interface EnquiryFormProps {
  api: Api;
  /** The values of a form that was sent without scripts and refused. */
  postedForm: PostedForm | undefined;
  onSent: () => void;
}
