import { ListFilter } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import type { ServiceType } from "../../../src/fares/contract";
import { classNames } from "../../ui/class-names";
import "../../ui/popovers";
import { useOfferedKinds } from "../../ui/offered-kinds";
import { serviceWords } from "../../ui/trip-words";
import { ReferenceValue } from "./cell";
import { useDraftValue, useFees } from "../fees-context";
import { scopeWords } from "../words";

/**
 * The scope of a row: a button that opens the services and, with `showsClasses`, the vehicle classes. None chosen means
 * all.
 */
export function ScopeCell({
  path,
  label,
  labelHidden,
  showsClasses = true,
  className,
}: {
  /** The path of the row; `serviceTypes` and `vehicleClassIds` are below it. */
  path: string;
  label: string;
  labelHidden?: boolean;
  showsClasses?: boolean;
  className?: string;
}) {
  const { draft, canEdit, names, world } = useFees();
  const chosen = useDraftValue<ServiceType[]>(`${path}.serviceTypes`);
  const services = useOfferedKinds(chosen);
  const classIds = useDraftValue<string[] | undefined>(`${path}.vehicleClassIds`) ?? [];
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const popover = box.current;
    if (!popover) return;
    // In the top layer, the list has no position, so it is placed beside its button inside the window.
    const place = (event: Event) => {
      const anchor = button.current?.getBoundingClientRect();
      if ((event as ToggleEvent).newState !== "open" || !anchor) return;
      requestAnimationFrame(() => {
        const { width, height } = popover.getBoundingClientRect();
        const left = Math.max(8, Math.min(anchor.left, innerWidth - width - 8));
        const topBelow = anchor.bottom + 4;
        const top = topBelow + height > innerHeight - 8 ? anchor.top - height - 4 : topBelow;
        popover.style.left = `${left}px`;
        popover.style.top = `${Math.max(8, top)}px`;
      });
    };
    popover.addEventListener("toggle", place);
    return () => popover.removeEventListener("toggle", place);
  }, []);

  const withToggled = <Item,>(list: readonly Item[], item: Item): Item[] =>
    list.includes(item) ? list.filter((each) => each !== item) : [...list, item];
  const scopeText = scopeWords(chosen, classIds, names);

  return (
    <div className={classNames("min-w-0", className)}>
      <span
        aria-hidden="true"
        className={labelHidden ? "hidden" : "mb-1 block font-medium text-ink-muted text-xs"}
      >
        {label}
      </span>
      {canEdit ? (
        <>
          <button
            aria-label={`${label}: ${scopeText}`}
            className="control control-dense flex items-center gap-2 text-start"
            data-col="scope"
            data-path={`${path}.serviceTypes`}
            popoverTarget={id}
            ref={button}
            type="button"
          >
            <ListFilter aria-hidden="true" className="shrink-0 text-ink-faint" size={14} />
            <span className="min-w-0 truncate">{scopeText}</span>
          </button>
          <div
            className="m-0 max-h-[70dvh] w-64 overflow-y-auto rounded-lg border border-line bg-surface-raised p-2 text-ink shadow-lg"
            id={id}
            popover="auto"
            ref={box}
          >
            <Group legend="Services" note={chosen.length === 0 ? "all" : undefined}>
              {services.map((service) => (
                <Checkbox
                  checked={chosen.includes(service)}
                  key={service}
                  label={serviceWords[service]}
                  onTick={() => draft.set(`${path}.serviceTypes`, withToggled(chosen, service))}
                />
              ))}
            </Group>
            {showsClasses && (
              <Group legend="Vehicle classes" note={classIds.length === 0 ? "all" : undefined}>
                {world.vehicleClasses
                  .filter(({ id: each, active }) => active || classIds.includes(each))
                  .map(({ id: each, name }) => (
                    <Checkbox
                      checked={classIds.includes(each)}
                      key={each}
                      label={name}
                      onTick={() =>
                        draft.set(`${path}.vehicleClassIds`, withToggled(classIds, each))
                      }
                    />
                  ))}
              </Group>
            )}
          </div>
        </>
      ) : (
        <p className="flex min-h-9 items-center text-sm">{scopeText}</p>
      )}
      <ReferenceValue
        path={`${path}.serviceTypes`}
        describe={(was) => scopeWords(was as ServiceType[], [], names).toLowerCase()}
      />
      {showsClasses && (
        <ReferenceValue
          path={`${path}.vehicleClassIds`}
          describe={(was) =>
            (was as string[]).length === 0
              ? "all classes"
              : (was as string[]).map(names.vehicleClass).join(", ")
          }
        />
      )}
    </div>
  );
}

function Group({
  legend,
  note,
  children,
}: {
  legend: string;
  note: string | undefined;
  children: ReactNode;
}) {
  return (
    <fieldset className="mt-2 first:mt-0">
      <legend className="px-2 pb-1 font-medium text-ink-muted text-xs">
        {legend}
        {note && `: ${note}`}
      </legend>
      {children}
    </fieldset>
  );
}

function Checkbox({
  label,
  checked,
  onTick,
}: {
  label: string;
  checked: boolean;
  onTick: () => void;
}) {
  return (
    <label className="flex min-h-8 items-center gap-2.5 rounded-sm px-2 text-sm hover:bg-surface-sunken pointer-coarse:min-h-11">
      <input checked={checked} className="check !size-4.5" onChange={onTick} type="checkbox" />
      {label}
    </label>
  );
}
