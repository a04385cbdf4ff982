import { Checkbox } from "./checkbox";
import { TextField, type TextFieldProps } from "./text-field";

/**
 * The last name, with a checkbox for people who have one name: then no last name is asked for. Unticking
 * restores the typed text.
 */
export function LastNameField({
  hasOneName,
  onHasOneName,
  tick,
  wrapperClassName,
  error,
  value,
  ...field
}: TextFieldProps & {
  hasOneName: boolean;
  onHasOneName: (hasOneName: boolean) => void;
  /** The checkbox's label. */
  tick: string;
  wrapperClassName?: string;
}) {
  return (
    <div className={wrapperClassName}>
      <TextField
        {...field}
        disabled={hasOneName}
        error={hasOneName ? null : error}
        value={hasOneName ? "" : value}
      />
      <Checkbox
        checked={hasOneName}
        label={tick}
        name="hasOneName"
        onChange={(event) => onHasOneName(event.target.checked)}
        value="true"
      />
    </div>
  );
}
