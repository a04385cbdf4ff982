import { Checkbox } from "./checkbox";
import { TextField, type TextFieldProps } from "./text-field";

/**
 * The last name, and the tick of people who have one name: then nothing is asked for. What was typed comes
 * back when the tick is taken away.
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
  /** The words of the tick. */
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
