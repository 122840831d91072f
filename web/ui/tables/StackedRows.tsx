import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { StatementColumn, StatementRows } from './StatementTable.tsx';

/** The rows of a statement on a telephone: each with its name on top and a line for each of its figures. */
export function StackedRows<T>({ caption, columns, groups, rowKey, totals }: StatementRows<T>) {
  return (
    <div>
      <p className="sr-only">{caption}</p>
      {groups.map((group) => (
        <div key={group.id} className="border-b border-line last:border-b-0">
          {group.title !== undefined && (
            <div className="border-b border-line bg-hover px-4 py-1.5 font-semibold">{group.title}</div>
          )}
          <ul className="divide-y divide-line">
            {group.rows.map((row) => (
              <Stack key={rowKey(row)} {...{ columns }} contentOf={(column) => column.cell(row)} />
            ))}
            {group.totals !== undefined && <Total {...{ columns }} totals={group.totals} />}
          </ul>
        </div>
      ))}
      {totals !== undefined && (
        <ul className="border-t-2 border-edge">
          <Total {...{ columns, totals }} />
        </ul>
      )}
    </div>
  );
}

type TotalProps<T> = { columns: readonly StatementColumn<T>[]; totals: Readonly<Record<string, ReactNode>> };

function Total<T>({ columns, totals }: TotalProps<T>) {
  return <Stack strong {...{ columns }} contentOf={(column) => totals[column.id]} />;
}

type StackProps<T> = {
  columns: readonly StatementColumn<T>[];
  contentOf: (column: StatementColumn<T>) => ReactNode;
  strong?: boolean;
};

const isNothing = (part: ReactNode) => part === undefined || part === null || part === false || part === '';

/** What stands below another column has a line of its own. */
const apart = <T,>(columns: readonly StatementColumn<T>[]): StatementColumn<T>[] =>
  columns.flatMap(({ second, lower, ...upper }) => [
    upper,
    ...(second === undefined || lower === undefined ? [] : [{ ...upper, ...lower, cell: second }]),
  ]);

function Stack<T>({ columns: [head, ...columns], contentOf, strong = false }: StackProps<T>) {
  const lines = [...apart(head === undefined ? [] : [head]).slice(1), ...apart(columns)]
    .filter(({ act }) => act !== true)
    .map((column) => ({ column, content: contentOf(column) }));
  return (
    <li className={clsx('grid gap-1 px-4 py-2.5', strong && 'font-semibold')}>
      <div className="flex items-start justify-between gap-x-4">
        {head !== undefined && (
          <div className="min-w-0 font-medium wrap-anywhere [&_a]:leading-6">{contentOf(head)}</div>
        )}
        {columns
          .filter(({ act }) => act)
          .map((column) => (
            <div key={column.id} className="shrink-0">
              {contentOf(column)}
            </div>
          ))}
      </div>
      {/* A link among them is as high as a finger needs. */}
      <dl className="grid gap-0.5 [&_a]:inline-block [&_a]:leading-6">
        {lines
          .filter(({ content }) => !isNothing(content))
          .map(({ column, content }) => (
            <div key={column.id} className="flex min-h-6 items-baseline justify-between gap-x-4">
              <dt className="shrink-0 text-xs font-normal text-mute">{column.title}</dt>
              <dd
                className={clsx(
                  'min-w-0 text-right [&_.whitespace-nowrap]:whitespace-normal',
                  column.align === 'right' && 'figures',
                )}
              >
                {content}
              </dd>
            </div>
          ))}
      </dl>
    </li>
  );
}
