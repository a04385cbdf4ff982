import { type ComponentProps, type ComponentType, useCallback, useEffect, useState } from "react";
import { Part } from "../dispatch/panel-part";
import { Button } from "../ui/button";
import type IncidentsOf from "./incidents-of";

type Props = ComponentProps<typeof IncidentsOf>;

/** Once it has come; never on the server, so that the first render is the same there. */
let loaded: ComponentType<Props> | null = null;

/** As `IncidentsOf`, whose code comes after the first page that shows it. */
export function LateIncidents(props: Props) {
  const [Of, setOf] = useState(() => loaded);
  const [failed, setFailed] = useState(false);
  const load = useCallback(async () => {
    setFailed(false);
    try {
      loaded ??= (await import("./incidents-of")).default;
      setOf(() => loaded);
    } catch {
      setFailed(true);
    }
  }, []);
  useEffect(() => {
    if (!loaded) void load();
  }, [load]);
  if (Of) return <Of {...props} />;
  if (!failed) return null;
  return (
    <Part title="Incidents">
      <Button onClick={() => void load()} size="small" variant="secondary">
        Try again: the incidents
      </Button>
    </Part>
  );
}
