/** A form that was sent without scripts and refused: its page is shown again as it was. */
export interface PostedForm {
  /** The path of the page whose form it is. */
  page: string;
  /** By the fields' names, as it was typed. */
  typed: Record<string, string>;
  /** What is wrong, by the fields' names. */
  faults: Record<string, string>;
  /** The code of the refusal. */
  code: string;
}
