/** A form that was sent without scripts and refused. Its page is shown again with what the visitor typed. */
export interface PostedForm {
  /** The path of the page with the form. */
  page: string;
  /** The values as typed, by field name. */
  typed: Record<string, string>;
  /** The faults, by field name. */
  faults: Record<string, string>;
  /** The error code of the refusal. */
  code: string;
}
