import { Notice } from '../../ui/notices/Notice.tsx';

const MOST_NAMES = 5;

/** Who gets a paper and no mail, since no address is known. */
export function Unaddressed({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <Notice tone="warn" title={`${names.length} of them ${names.length === 1 ? 'has' : 'have'} no address`}>
      <span dir="auto">
        {names.slice(0, MOST_NAMES).join(', ')}
        {names.length > MOST_NAMES && ` and ${names.length - MOST_NAMES} more`}
      </span>
      . {names.length === 1 ? 'Its paper is' : 'Their papers are'} made and not mailed.
    </Notice>
  );
}
