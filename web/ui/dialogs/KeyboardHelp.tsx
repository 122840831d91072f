import { Dialog } from './Dialog.tsx';

type KeyGroup = { title: string; keys: readonly (readonly [string, string])[] };

const KEYS: readonly KeyGroup[] = [
  {
    title: 'Everywhere',
    keys: [
      ['Ctrl K', 'Search or jump to a page, record or action'],
      ['?', 'Show these keys'],
      ['Esc', 'Close what is open'],
    ],
  },
  {
    title: 'In a list and in My work',
    keys: [
      ['/', 'Search the list'],
      ['j', 'Next row'],
      ['k', 'Previous row'],
      ['Enter', 'Open the row'],
      ['Space', 'Select the row'],
      ['Shift Down', 'Select on to the next row'],
    ],
  },
  {
    title: 'On a record',
    keys: [
      ['e', 'Edit'],
      ['Ctrl Enter', 'Approve, in its review'],
      ['[', 'Previous in the list'],
      [']', 'Next in the list'],
    ],
  },
  {
    title: 'In a form',
    keys: [
      ['Ctrl S', 'Save the draft'],
      ['Ctrl Enter', 'Submit'],
      ['Esc', 'Leave; what you typed is kept'],
      ['Alt Down', 'Open the calendar of a date'],
      ['Tab', 'In a list of choices: take what is lit and go on'],
      ['Delete', 'Clear what was chosen'],
    ],
  },
];

export function KeyboardHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog {...{ open, onClose }} title="Keys" size="md">
      <div className="grid gap-x-8 gap-y-5 pb-4 sm:grid-cols-2">
        {KEYS.map((group) => (
          <section key={group.title}>
            <h3 className="mb-1.5 text-xs font-medium text-mute">{group.title}</h3>
            <dl className="grid gap-1.5">
              {group.keys.map(([key, meaning]) => (
                <div key={key} className="flex items-baseline justify-between gap-4">
                  <dt className="order-2 flex shrink-0 gap-1">
                    {key.split(' ').map((part) => (
                      <kbd
                        key={part}
                        className="min-w-5 rounded border border-edge bg-hover px-1 text-center font-sans text-2xs"
                      >
                        {part}
                      </kbd>
                    ))}
                  </dt>
                  <dd>{meaning}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
