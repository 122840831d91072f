import { clsx } from 'clsx';
import { Fragment, type CSSProperties } from 'react';
import { MoneyText } from '../../../ui/marks/Figures.tsx';
import { NameLink } from '../../../ui/marks/NameLink.tsx';
import { meantColours } from '../../../ui/styles.ts';
import { shareOf, unitsOf } from '../../ledger/wire-amounts.ts';

type BarRow = {
  key: string;
  name: string;
  /** Of the page of what it is of. */
  href?: string;
  value: string;
  others: readonly (string | null)[];
};

/** What a bar is of, in the room that its column has; the whole of it is in the title. */
function BarName({ name, href }: Pick<BarRow, 'name' | 'href'>) {
  const text = (
    <span dir="auto" title={name} className="block sm:truncate">
      {name}
    </span>
  );
  return href === undefined ? text : <NameLink href={href}>{text}</NameLink>;
}

/** The mark of what a bar is compared with, on the bar and before the heading of its column. */
const Mark = ({ at, className, style }: { at: number; className: string; style?: CSSProperties }) => (
  <span
    aria-hidden="true"
    className={clsx('w-0.5', meantColours, at === 0 ? 'bg-fg' : 'bg-warn', className)}
    {...(style && { style })}
  />
);

type BarTableProps = {
  caption: string;
  currency: string;
  /** Of the name, of what the bar is, and of what it is compared with. */
  heads: readonly [string, string, ...string[]];
  rows: readonly BarRow[];
};

/**
 * What is compared, as a table in which the first figure is a bar as well and the others are marks on it. On a telephone
 * the others stand below it, each with its mark.
 */
export function BarTable({ caption, currency, heads, rows }: BarTableProps) {
  const units = rows.map(({ value, others }) => ({
    own: unitsOf(value, currency),
    others: others.map((one) => (one === null ? null : unitsOf(one, currency))),
  }));
  const widest = units
    .flatMap(({ own, others }) => [own, ...others.map((one) => one ?? 0n)])
    .reduce((most, one) => (one > most ? one : most), 1n);
  return (
    <table className="w-full text-xs">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="text-mute">
          {heads.map((head, index) => (
            <th
              key={head}
              scope="col"
              className={clsx(
                'px-4 pt-2 pb-1 font-normal',
                index === 0 ? 'text-left' : 'pl-0 text-right',
                index > 1 && 'max-sm:hidden',
              )}
            >
              {index > 1 && <Mark at={index - 2} className="mr-1.5 inline-block h-2.5" />}
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, href, value, others }, index) => (
          <Fragment key={key}>
            <tr>
              <th
                scope="row"
                className="max-w-0 min-w-28 px-4 py-1.5 text-left align-baseline font-normal"
                style={{ width: '45%' }}
              >
                <BarName {...{ name }} {...(href !== undefined && { href })} />
                <span
                  aria-hidden="true"
                  className={clsx('relative mt-0.5 block h-1.5 rounded-sm bg-hover', meantColours)}
                >
                  <span
                    className="absolute inset-y-0 left-0 rounded-sm bg-brand"
                    style={{ width: shareOf(units[index]?.own ?? 0n, widest) }}
                  />
                  {units[index]?.others.map(
                    (one, at) =>
                      one !== null && (
                        <Mark
                          // oxlint-disable-next-line react/no-array-index-key -- a column of a row
                          key={at}
                          {...{ at }}
                          className="absolute -inset-y-0.5"
                          style={{ left: shareOf(one, widest) }}
                        />
                      ),
                  )}
                </span>
              </th>
              <td className="py-1.5 pr-4 text-right align-baseline">
                <MoneyText value={value} currency={currency} />
              </td>
              {others.map((one, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- a column of a row
                <td key={at} className="py-1.5 pr-4 text-right align-baseline text-mute max-sm:hidden">
                  {one === null ? '–' : <MoneyText value={one} currency={currency} />}
                </td>
              ))}
            </tr>
            <tr className="sm:hidden">
              <td colSpan={2} className="px-4 pb-1.5 text-mute">
                <span className="flex flex-wrap gap-x-4">
                  {others.map((one, at) => (
                    // oxlint-disable-next-line react/no-array-index-key -- a column of a row
                    <span key={at}>
                      <Mark {...{ at }} className="mr-1.5 inline-block h-2.5" />
                      {heads[at + 2]} {one === null ? '–' : <MoneyText value={one} currency={currency} />}
                    </span>
                  ))}
                </span>
              </td>
            </tr>
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}
