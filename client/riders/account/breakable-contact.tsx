/** Shows a contact that may wrap before its domain. */
export function BreakableContact({ contact }: { contact: string }) {
  const at = contact.lastIndexOf("@") + 1;
  return (
    <bdi>
      {contact.slice(0, at)}
      <wbr />
      {contact.slice(at)}
    </bdi>
  );
}
