import { Notice } from '../../ui/notices/Notice.tsx';

type Props = {
  /** Why the whole cannot be read, in sentences. */
  refusals: readonly string[];
  /** What cannot be read, by its row. */
  faults: readonly { row: number; message: string }[];
  /** As a file calls them: "Line", "Row". */
  noun: 'Line' | 'Row';
};

/** What is wrong with a file that is looked at before it is kept. */
export function FileFaults({ refusals, faults, noun }: Props) {
  return (
    <>
      {refusals.map((sentence) => (
        <Notice key={sentence} tone="bad">
          {sentence}
        </Notice>
      ))}
      {faults.length > 0 && (
        <Notice tone="bad" title={`Some ${noun.toLowerCase()}s cannot be read.`}>
          <ul className="relative max-h-40 overflow-auto">
            {faults.map(({ row, message }) => (
              <li key={`${row} ${message}`}>
                {noun} {row}: {message}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}
