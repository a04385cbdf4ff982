/** Shows a contact that may wrap before its domain. */
export function BreakableContact({ contact }: { contact: string }) {
  const domainStart = contact.lastIndexOf("@") + 1;
  return (
    <bdi>
      {contact.slice(0, domainStart)}
      <wbr />
      {contact.slice(domainStart)}
    </bdi>
  );
}
