// biome-ignore-all lint/a11y/noRedundantRoles: the roles are lost in browsers when `display` changes, unless they are said.
import {
  type ColumnDef,
  createColumnHelper,
  type Header,
  metaHelper,
  type RowData,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../lib/class-names.ts';
import type { CsvValue } from '../lib/csv.ts';
import type { Order } from '../lib/table-address.ts';

interface ColumnMeta {
  /** Figures stand at the end of their column. */
  isFigure?: boolean;
  /** Heads the card that a row becomes on narrow screens. */
  isTitle?: boolean;
  /** Buttons of the row: no name to be seen, no column in the file. */
  isActions?: boolean;
  /** May take several lines and is cut after two. */
  isLong?: boolean;
}

const features = tableFeatures({ rowSortingFeature, columnMeta: metaHelper<ColumnMeta>() });
type Features = typeof features;

/** One column of a table of `Row`s: `dataColumns<Row extends RowData>()` makes them. */
export type DataColumn<Row extends RowData> = ColumnDef<Features, Row, unknown> & { header: string };

/**
 * Makes columns. A column whose id is one of the server's sorts can be sorted by it. `text` is what the file says of a
 * row, and what is shown unless `cell` shows it otherwise.
 */
export function dataColumns<Row extends RowData>() {
  const helper = createColumnHelper<Features, Row>();
  return {
    column: (
      id: string,
      header: string,
      text: (row: Row) => CsvValue,
      cell?: (row: Row) => ReactNode,
      meta: ColumnMeta = {},
    ) =>
      helper.accessor(text, {
        id,
        header,
        meta,
        cell: ({ row, getValue }) => (cell ? cell(row.original) : getValue()),
      }) as DataColumn<Row>,
    actions: (cell: (row: Row) => ReactNode) =>
      helper.display({
        id: 'actions',
        header: 'Actions',
        meta: { isActions: true },
        cell: ({ row }) => cell(row.original),
      }) as DataColumn<Row>,
  };
}

/** A row as its columns say it in a file, without the one of its buttons. */
export function csvRow<Row extends RowData>(columns: readonly DataColumn<Row>[], row: Row): CsvValue[] {
  return inFile(columns).map((column) =>
    'accessorFn' in column ? (column.accessorFn(row, 0) as CsvValue) : '',
  );
}

/** The names of the columns as a file begins with them. */
export function csvHeader<Row extends RowData>(columns: readonly DataColumn<Row>[]): string[] {
  return inFile(columns).map(({ header }) => header);
}

function inFile<Row extends RowData>(columns: readonly DataColumn<Row>[]): DataColumn<Row>[] {
  return columns.filter((column) => !column.meta?.isActions);
}

interface DataTableProps<Row extends RowData> {
  /** For screen readers. */
  caption: string;
  /** The same array each time: made outside of the component, or kept. */
  columns: DataColumn<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
  /** Rows that are off, such as what is not on sale, are dimmed. */
  isDimmed?: (row: Row) => boolean;
  /** Which columns the server sorts by, and which it does now. */
  sorts?: readonly string[];
  sort?: string;
  order?: Order;
  onSort?: (sort: string, order: Order) => void;
}

/** A dense table that the server sorts; below 1280 px each row becomes a card of labelled values. */
export function DataTable<Row extends RowData>({
  caption,
  columns,
  rows,
  rowKey,
  isDimmed,
  sorts = [],
  sort,
  order,
  onSort,
}: DataTableProps<Row>) {
  const table = useTable({
    features,
    columns,
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
      <table role="table" className="w-full border-collapse text-sm max-xl:block">
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="max-xl:sr-only">
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} role="row">
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
        <tbody
          role="rowgroup"
          className="max-xl:grid max-xl:gap-3 sm:max-xl:grid-cols-2 lg:max-xl:grid-cols-3"
        >
          {table.getRowModel().rows.map((row) => (
            <tr
              key={row.id}
              role="row"
              className={cx(
                'border-line-soft border-b transition-colors duration-100 last:border-b-0 hover:bg-ink-2',
                'max-xl:flex max-xl:flex-col max-xl:border max-xl:border-line max-xl:bg-ink-1 max-xl:px-4 max-xl:py-3 max-xl:last:border-b',
                isDimmed?.(row.original) && 'text-faint',
              )}
            >
              {row.getAllCells().map((cell) => {
                const { isFigure, isTitle, isActions, isLong } = cell.column.columnDef.meta ?? {};
                return (
                  <td
                    key={cell.id}
                    role="cell"
                    data-label={String(cell.column.columnDef.header)}
                    className={cx(
                      'px-2.5 py-2 align-middle first:pl-3 last:pr-3',
                      'max-xl:flex max-xl:items-center max-xl:justify-between max-xl:gap-4 max-xl:px-0! max-xl:py-1.5',
                      isFigure && 'num xl:text-right',
                      isLong && 'xl:max-w-64',
                      isTitle && 'font-semibold max-xl:order-first max-xl:font-display max-xl:text-lg',
                      isActions && 'max-xl:mt-auto max-xl:justify-end max-xl:pt-3 xl:text-right',
                      !isTitle &&
                        !isActions &&
                        'max-xl:text-right max-xl:before:shrink-0 max-xl:before:font-normal max-xl:before:font-sans max-xl:before:text-muted max-xl:before:content-[attr(data-label)]',
                    )}
                  >
                    <table.FlexRender cell={cell} />
                  </td>
                );
              })}
            </tr>
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
      scope="col"
      aria-sort={order ? (order === 'asc' ? 'ascending' : 'descending') : undefined}
      className={cx(
        'whitespace-nowrap border-line border-b px-2.5 py-1.5 font-medium text-muted text-xs first:pl-3 last:pr-3',
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
