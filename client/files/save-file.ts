/** Saves the answer of a call as a file, with the name that the answer gives it. */
export async function saveFile(
  answer: Pick<Response, "blob" | "headers">,
  fallbackName: string,
): Promise<void> {
  const link = document.createElement("a");
  const address = URL.createObjectURL(await answer.blob());
  const nameMatch = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "");
  link.href = address;
  link.download = nameMatch?.[1] ?? fallbackName;
  link.click();
  // By then, the browser has begun to save it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
