import { Checkbox } from "./checkbox";
import { TextField, type TextFieldProps } from "./text-field";

/**
 * The last name, with a checkbox for people with only one name, which hides the field. Unticking it restores the typed
 * text.
 */
export function LastNameField({
  hasOneName,
  onHasOneName,
  checkboxLabel,
  wrapperClassName,
  error,
  value,
  ...field
}: TextFieldProps & {
  hasOneName: boolean;
  onHasOneName: (hasOneName: boolean) => void;
  /** The checkbox's label. */
  checkboxLabel: string;
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
        label={checkboxLabel}
        name="hasOneName"
        onChange={(event) => onHasOneName(event.target.checked)}
        value="true"
      />
    </div>
  );
}
