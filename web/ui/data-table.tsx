// SPDX-License-Identifier: Apache-2.0

// biome-ignore-all lint/a11y/noRedundantRoles: the roles are lost in browsers when `display` changes, unless they are said.
import { type Header, type RowData, useTable } from '@tanstack/react-table';
import { useMemo } from 'react';
import { cx } from '../lib/class-names.ts';
import type { Order } from '../lib/table-address.ts';
import { type DataColumn, type Features, features, getPlace, getTitle, inTable } from './data-columns.ts';
import { DataRow } from './data-row.tsx';
import { ArrowDown } from './icons/arrow-down.ts';
import { ArrowUp } from './icons/arrow-up.ts';
import { ChevronsUpDown } from './icons/chevrons-up-down.ts';
import type { Selection } from './use-selection.ts';
import './data-table.css';

interface DataTableProps<Row extends RowData> {
  /** For screen readers. */
  caption: string;
  /** The same array on each render: created outside the component, or memoized. */
  columns: DataColumn<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
  /** A row's unique name; its title by default. */
  getName?: (row: Row) => string;
  /** Whether a row is off, such as a gift card not on sale. Everything in it except buttons and links is dimmed. */
  isDimmed?: (row: Row) => boolean;
  /** The server's sortable columns, and the current sort. */
  sorts?: readonly string[];
  sort?: string;
  order?: Order;
  onSort?: (sort: string, order: Order) => void;
  /** Given if rows can be selected. */
  selection?: Selection<Row>;
}

/** A dense table that the server sorts. Below 1280 px each row is a line or two that expands to show the rest. */
export function DataTable<Row extends RowData>({
  caption,
  columns,
  rows,
  rowKey,
  getName = (row) => getTitle(columns, row),
  isDimmed,
  sorts = [],
  sort,
  order,
  onSort,
  selection,
}: DataTableProps<Row>) {
  const shown = useMemo(() => inTable(columns), [columns]);
  const table = useTable({
    features,
    columns: shown,
    data: rows,
    getRowId: rowKey,
    manualSorting: true,
    enableMultiSort: false,
    enableSortingRemoval: false,
    state: { sorting: sort ? [{ id: sort, desc: order === 'desc' }] : [] },
    onSortingChange: (update) => {
      const now = sort ? [{ id: sort, desc: order === 'desc' }] : [];
      const [next] = typeof update === 'function' ? update(now) : update;
      if (next) onSort?.(next.id, next.desc ? 'desc' : 'asc');
    },
  });
  return (
    <div className="xl:overflow-x-auto">
      <table role="table" className="data-table w-full border-collapse text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup">
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} role="row" className="border-line max-xl:border-b">
              {selection && (
                <td role="cell" data-place="select" className="border-line xl:border-b">
                  <span className="sr-only">Selected</span>
                </td>
              )}
              <th role="columnheader" data-place="toggle" scope="col">
                <span className="sr-only">Open</span>
              </th>
              {group.headers.map((header) => (
                <Heading
                  key={header.id}
                  header={header}
                  isSortable={sorts.includes(header.id)}
                  order={header.id === sort ? order : undefined}
                />
              ))}
            </tr>
          ))}
        </thead>
        <tbody role="rowgroup">
          {table.getRowModel().rows.map((row) => (
            <DataRow
              key={row.id}
              row={row}
              name={getName(row.original)}
              isDimmed={isDimmed?.(row.original) ?? false}
              {...(selection && { selection })}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Heading<Row extends RowData>({
  header,
  isSortable,
  order,
}: {
  header: Header<Features, Row, unknown>;
  isSortable: boolean;
  order: Order | undefined;
}) {
  const { isFigure, isActions } = header.column.columnDef.meta ?? {};
  const name = String(header.column.columnDef.header);
  const Sign = order === 'asc' ? ArrowUp : order === 'desc' ? ArrowDown : ChevronsUpDown;
  return (
    <th
      role="columnheader"
      data-place={getPlace(header.column.columnDef.meta)}
      scope="col"
      aria-sort={order ? (order === 'asc' ? 'ascending' : 'descending') : undefined}
      className={cx(
        'whitespace-nowrap border-line font-medium text-muted text-xs xl:border-b',
        isFigure || isActions ? 'text-right' : 'text-left',
      )}
    >
      {isSortable ? (
        <button
          type="button"
          onClick={header.column.getToggleSortingHandler()}
          className={cx(
            'inline-flex min-h-7 items-center gap-1.5 transition-colors duration-100 hover:text-text',
            order && 'text-text',
          )}
        >
          {name}
          <Sign size={13} aria-hidden="true" className={order ? 'text-storm-soft' : 'text-faint'} />
        </button>
      ) : (
        name
      )}
    </th>
  );
}
