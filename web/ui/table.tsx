// biome-ignore-all lint/a11y/noRedundantRoles: the roles are lost in browsers when `display` changes, unless they are said.
import type { ReactNode } from 'react';
import { cx } from '../lib/class-names.ts';

export interface Column<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** Figures stand at the end of their column. */
  isFigure?: boolean;
  /** Heads the card that a row becomes on a phone. */
  isTitle?: boolean;
}

/** A table; below 640 px each row becomes a card of labelled values. Explicit roles survive the change of display. */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
}: {
  /** For screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}) {
  return (
    <div className="sm:overflow-x-auto">
      <table role="table" className="w-full border-collapse text-sm max-sm:block">
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="max-sm:sr-only">
          <tr role="row">
            {columns.map((column) => (
              <th
                key={column.header}
                role="columnheader"
                scope="col"
                className={cx(
                  'whitespace-nowrap border-line border-b px-3 py-2.5 font-medium text-muted text-xs',
                  column.isFigure ? 'text-right' : 'text-left',
                )}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-sm:grid max-sm:gap-3">
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              role="row"
              className="border-line-soft border-b transition-colors duration-100 last:border-b-0 hover:bg-ink-2 max-sm:grid max-sm:border max-sm:border-line max-sm:bg-ink-1 max-sm:px-4 max-sm:py-3 max-sm:last:border-b"
            >
              {columns.map((column) => (
                <td
                  key={column.header}
                  role="cell"
                  data-label={column.header}
                  className={cx(
                    'px-3 py-3 align-middle',
                    column.isFigure && 'num sm:text-right',
                    'max-sm:flex max-sm:items-center max-sm:justify-between max-sm:gap-4 max-sm:px-0 max-sm:py-1.5',
                    column.isTitle
                      ? 'font-semibold max-sm:font-display max-sm:text-lg'
                      : 'max-sm:text-right max-sm:before:shrink-0 max-sm:before:font-normal max-sm:before:font-sans max-sm:before:text-muted max-sm:before:content-[attr(data-label)]',
                  )}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
