// SPDX-License-Identifier: Apache-2.0

// biome-ignore-all lint/a11y/noRedundantRoles: the roles are lost in browsers when `display` changes, unless they are said.
import type { ReactNode } from 'react';
import { cx } from '../lib/class-names.ts';

export interface Column<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** Numbers, aligned to the end of their column. */
  isFigure?: boolean;
  /** The heading of the card that a row becomes on phones. */
  isTitle?: boolean;
  /** Buttons, which say themselves what they do: the card that a row becomes on phones has no label for them. */
  isAction?: boolean;
}

/** The frame clips text for screen readers, which would otherwise make the page as wide as the table. */
const asCards = {
  frame: 'sm:relative sm:overflow-x-auto print:overflow-visible',
  table: 'max-sm:block',
  head: 'max-sm:sr-only',
  body: 'max-sm:grid max-sm:grid-cols-1 max-sm:gap-3',
  row: 'max-sm:grid max-sm:grid-cols-1 max-sm:content-start max-sm:border max-sm:border-line max-sm:bg-ink-1 max-sm:px-4 max-sm:py-3 max-sm:last:border-b',
  cell: 'px-3 print:px-1.5 max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:justify-between max-sm:gap-x-4 max-sm:gap-y-1 max-sm:px-0 max-sm:py-1.5',
  // Paper can't scroll, so every column must fit.
  title: 'wrap-anywhere max-sm:font-display max-sm:text-lg sm:min-w-48 print:min-w-0',
  value:
    'max-sm:text-right max-sm:before:shrink-0 max-sm:before:font-normal max-sm:before:font-sans max-sm:before:text-muted max-sm:before:content-[attr(data-label)]',
  figure: 'sm:text-right',
  action: 'max-sm:justify-end',
};
/** For many columns: cards on tablets too, two per row. */
const asCardsBelowLg: typeof asCards = {
  frame: 'lg:relative lg:overflow-x-auto',
  table: 'max-lg:block',
  head: 'max-lg:sr-only',
  body: 'max-lg:grid max-lg:grid-cols-1 max-lg:gap-3 sm:max-lg:grid-cols-2',
  row: 'max-lg:grid max-lg:grid-cols-1 max-lg:content-start max-lg:border max-lg:border-line max-lg:bg-ink-1 max-lg:px-4 max-lg:py-3 max-lg:last:border-b',
  cell: 'px-3 max-lg:flex max-lg:flex-wrap max-lg:items-center max-lg:justify-between max-lg:gap-x-4 max-lg:gap-y-1 max-lg:px-0 max-lg:py-1.5',
  title: 'wrap-anywhere max-lg:font-display max-lg:text-lg lg:min-w-48',
  value:
    'max-lg:text-right max-lg:before:shrink-0 max-lg:before:font-normal max-lg:before:font-sans max-lg:before:text-muted max-lg:before:content-[attr(data-label)]',
  figure: 'lg:text-right',
  action: 'max-lg:justify-end',
};
const asTable: typeof asCards = {
  frame: 'relative overflow-x-auto',
  table: '',
  head: '',
  body: '',
  row: '',
  cell: 'px-1.5 sm:px-3',
  title: '',
  value: '',
  figure: 'text-right',
  action: '',
};

/**
 * A table whose rows become cards of labelled values below 640 px. The explicit roles survive the change of `display`.
 */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  staysTable = false,
  isWide = false,
}: {
  /** For screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** For a few short numbers, which are easier to compare in columns even on a phone. */
  staysTable?: boolean;
  /** For many columns: rows are cards up to 1024 px. */
  isWide?: boolean;
}) {
  const phone = staysTable ? asTable : isWide ? asCardsBelowLg : asCards;
  return (
    <div className={phone.frame} {...(staysTable && { tabIndex: 0, role: 'group', 'aria-label': caption })}>
      <table role="table" className={cx('w-full border-collapse text-sm', phone.table)}>
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className={phone.head}>
          <tr role="row">
            {columns.map((column) => (
              <th
                key={column.header}
                role="columnheader"
                scope="col"
                className={cx(
                  'whitespace-nowrap border-line border-b py-2.5 font-medium text-muted text-xs',
                  staysTable ? 'px-1.5 sm:px-3' : 'px-3 print:px-1.5',
                  column.isFigure ? 'text-right' : 'text-left',
                )}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className={phone.body}>
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              role="row"
              className={cx(
                'border-line-soft border-b transition-colors duration-100 last:border-b-0 hover:bg-ink-2',
                phone.row,
              )}
            >
              {columns.map((column) => (
                <td
                  key={column.header}
                  role="cell"
                  data-label={column.isAction ? undefined : column.header}
                  className={cx(
                    'py-3 align-middle',
                    column.isFigure && 'num',
                    column.isTitle && 'font-semibold',
                    phone.cell,
                    column.isTitle ? phone.title : phone.value,
                    column.isFigure && phone.figure,
                    column.isAction && phone.action,
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
