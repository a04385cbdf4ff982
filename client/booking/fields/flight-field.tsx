import { PlaneLanding, PlaneTakeoff } from "lucide-react";
import { TextField, type TextFieldProps } from "../../ui/text-field";
import { useWords } from "../../words/use-words";

/** The flight number of an arriving passenger, or of a departure to reach. */
export function FlightField({
  lands,
  id,
  onNumber,
  ...field
}: Pick<TextFieldProps, "label" | "error" | "optional"> & {
  /** The driver meets this flight; other flights are departures. */
  lands: boolean;
  id: string;
  value: string;
  onNumber: (flightNumber: string) => void;
}) {
  const t = useWords();
  const Icon = lands ? PlaneLanding : PlaneTakeoff;
  return (
    <TextField
      {...field}
      autoCapitalize="characters"
      autoComplete="off"
      hint={
        lands
          ? t("So that your driver is there, whether you land early or late.")
          : t("So that we get you there on time.")
      }
      id={id}
      maxLength={10}
      name={id}
      onChange={({ target }) => onNumber(target.value.replace(/[^A-Za-z0-9 ]/g, "").toUpperCase())}
      placeholder={t("WB 203")}
      prefix={<Icon aria-hidden="true" size={18} />}
    />
  );
}
