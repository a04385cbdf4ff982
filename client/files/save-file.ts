/** Saves what a call answered as a file, under the name that the answer gives it. */
export async function saveFile(
  answer: Pick<Response, "blob" | "headers">,
  fallbackMessage: string,
): Promise<void> {
  const link = document.createElement("a");
  const address = URL.createObjectURL(await answer.blob());
  const nameMatch = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "");
  link.href = address;
  link.download = nameMatch?.[1] ?? fallbackMessage;
  link.click();
  // The browser has begun to save it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
