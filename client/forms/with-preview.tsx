import type { ReactNode } from "react";
import { Card } from "../ui/card";

/** A form with a preview of its typed values, beside it if there is room, else below. */
export function WithPreview({ preview, children }: { preview: ReactNode; children: ReactNode }) {
  if (!preview) return children;
  return (
    <div className="grid gap-4 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid min-w-0 content-start gap-4">{children}</div>
      <Card aria-label="Preview" className="self-start xl:sticky xl:top-6" role="region">
        {preview}
      </Card>
    </div>
  );
}
