import { Copy, Download, Printer } from "lucide-react";
import { useCopyToClipboard } from "../office/use-copy-to-clipboard";
import { Button } from "../ui/button";
import { LiveRegion } from "../ui/live-region";

/** Recovery codes, shown once, with ways to save them. */
export function RecoveryCodesList({
  codes,
  brand,
  email,
}: {
  codes: readonly string[];
  brand: string;
  /** The account the codes belong to, for the file and the printout. */
  email: string;
}) {
  const text = [
    `Recovery codes for ${email} at ${brand}. Each code works once.`,
    "",
    ...codes,
  ].join("\n");
  const { message, copy } = useCopyToClipboard(text, "Download or print these codes.");
  return (
    <div className="grid gap-4">
      <ul
        aria-label="Recovery codes"
        className="grid grid-cols-2 gap-x-4 gap-y-2 rounded-md bg-surface-sunken p-4 text-center font-medium text-base text-ink tabular-nums"
      >
        {codes.map((code) => (
          <li className="select-all" key={code}>
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          icon={<Copy aria-hidden="true" size={16} />}
          onClick={() => void copy()}
          size="small"
          variant="secondary"
        >
          Copy
        </Button>
        <Button
          icon={<Download aria-hidden="true" size={16} />}
          onClick={() => download(text)}
          size="small"
          variant="secondary"
        >
          Download
        </Button>
        <Button
          icon={<Printer aria-hidden="true" size={16} />}
          onClick={() => printText(text)}
          size="small"
          variant="secondary"
        >
          Print
        </Button>
        <LiveRegion>{message}</LiveRegion>
      </div>
    </div>
  );
}

function download(text: string): void {
  const url = URL.createObjectURL(new Blob([`${text}\n`], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = "recovery-codes.txt";
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}

/** Prints only the codes, in a frame off screen, because a hidden frame prints nothing. */
function printText(text: string): void {
  const frame = document.createElement("iframe");
  frame.className = "sr-only";
  frame.title = "Recovery codes to print";
  frame.tabIndex = -1;
  document.body.append(frame);
  const { contentDocument, contentWindow } = frame;
  if (!contentDocument || !contentWindow) {
    frame.remove();
    return;
  }
  const page = contentDocument.createElement("pre");
  page.textContent = text;
  contentDocument.body.append(page);
  contentWindow.addEventListener("afterprint", () => frame.remove());
  contentWindow.print();
}
