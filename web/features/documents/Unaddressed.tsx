import { showCount } from '../../ui/fields/whole-number.ts';
import { Notice } from '../../ui/notices/Notice.tsx';

const MOST_NAMES = 5;

type Props = {
  names: readonly string[];
  /** How many there are, where the names are the first of them. */
  count?: number;
};

/** Who gets a paper and no mail, since no address is known. */
export function Unaddressed({ names, count = names.length }: Props) {
  if (count === 0) return null;
  return (
    <Notice tone="warn" title={`${showCount(count)} of them ${count === 1 ? 'has' : 'have'} no address`}>
      <span dir="auto">
        {names.slice(0, MOST_NAMES).join(', ')}
        {count > MOST_NAMES && ` and ${showCount(count - MOST_NAMES)} more`}
      </span>
      . {count === 1 ? 'Its paper is' : 'Their papers are'} made and not mailed.
    </Notice>
  );
}
