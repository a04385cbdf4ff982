import type { ServiceType } from "../../../src/fares/contract";
import { Chip } from "../../ui/chip";
import { useOfferedKinds } from "../../ui/offered-kinds";
import { serviceWords } from "../../ui/trip-words";

/** The choice of services to which a rule applies. */
export function ServiceChoice({
  chosen,
  onChoose,
}: {
  chosen: readonly ServiceType[];
  onChoose: (chosen: ServiceType[]) => void;
}) {
  const services = useOfferedKinds(chosen);
  return (
    <RuleChoice
      all="All services"
      chosen={chosen}
      label="Services"
      names={services.map((service) => [service, serviceWords[service]])}
      onChoose={onChoose}
    />
  );
}

/** A choice of several values for a rule. Choosing none means all. */
export function RuleChoice<Value extends string | number>({
  label,
  all,
  names,
  chosen,
  onChoose,
}: {
  label: string;
  /** The label if none is chosen. */
  all: string;
  names: readonly (readonly [Value, string])[];
  chosen: readonly Value[];
  onChoose: (chosen: Value[]) => void;
}) {
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-sm">{label}</legend>
      <div className="flex flex-wrap gap-1.5">
        <Chip
          count={null}
          label={all}
          onPress={() => onChoose([])}
          isPressed={chosen.length === 0}
        />
        {names.map(([value, name]) => (
          <Chip
            count={null}
            key={value}
            label={name}
            onPress={() =>
              onChoose(
                names.map(([one]) => one).filter((one) => chosen.includes(one) !== (one === value)),
              )
            }
            isPressed={chosen.includes(value)}
          />
        ))}
      </div>
    </fieldset>
  );
}
