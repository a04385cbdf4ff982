import { Copy } from "lucide-react";
import { useCopyToClipboard } from "../office/use-copy-to-clipboard";
import { Button } from "../ui/button";

/** A line of code with a copy button. */
export function CopyLine({ text }: { text: string }) {
  const { message, copy } = useCopyToClipboard(text, "Select the line and copy it.");
  return (
    <>
      <code className="mt-3 block select-all break-words rounded-md bg-surface-sunken p-3 text-sm">
        {text}
      </code>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <Button
          icon={<Copy aria-hidden="true" size={16} />}
          onClick={() => void copy()}
          size="small"
          variant="secondary"
        >
          Copy
        </Button>
        <p className="text-ink-muted text-sm" role="status">
          {message}
        </p>
      </div>
    </>
  );
}
