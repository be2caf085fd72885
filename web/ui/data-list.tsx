// SPDX-License-Identifier: Apache-2.0

import { type ReactNode, useState } from 'react';
import { countPages } from '../../contract/paging.ts';
import { getMessage } from '../lib/api.ts';
import { cx } from '../lib/class-names.ts';
import { distinctNames } from '../lib/distinct-names.ts';
import { formatAmount, plural } from '../lib/format.ts';
import type { Order, TableAddress } from '../lib/table-address.ts';
import { Button } from './button.tsx';
import { type DataColumn, getTitle } from './data-columns.ts';
import { DataTable } from './data-table.tsx';
import { ExportButton } from './export-button.tsx';
import { useFailureToast } from './failure-toast.ts';
import { SlidersHorizontal } from './icons/sliders-horizontal.ts';
import { type ListPage, type ListSource, rowsPerPage } from './list-source.ts';
import { PagePastEnd } from './page-past-end.tsx';
import { Pagination } from './pagination.tsx';
import { EmptyPanel, ErrorPanel } from './panels.tsx';
import { SearchBox } from './search-box.tsx';
import { SelectField } from './select.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { ShortSearchNote } from './short-search-note.tsx';
import { Loading, Skeleton } from './skeleton.tsx';
import type { BulkAction } from './use-bulk-run.ts';
import { useSelection } from './use-selection.ts';

interface DataListProps<Row extends object, Sort extends string> extends ListSource<Row> {
  /** A row: "gift card". */
  one: string;
  /** The rows: "gift cards". */
  what: string;
  columns: DataColumn<Row>[];
  rowKey: (row: Row) => string;
  isDimmed?: (row: Row) => boolean;
  address: TableAddress<Sort>;
  sorts: readonly Sort[];
  /** The toast if the server sent no message (product specification, section 8.3). */
  fetchFailure?: string;
  /** Searches of one or two letters find only beginnings of words (docs/rules/users.md, 16), so the list says so. */
  searchesWords?: boolean;
  /** Shown if the whole list is empty. */
  empty: string;
  /** What the list is for. Shown below the tools, which are in the same place in every list. */
  note?: ReactNode;
  /**
   * More filters next to the search, and their names in the address. With these an empty list can say that filters hide
   * rows.
   */
  filters?: ReactNode;
  filterNames?: readonly string[];
  /** Shown after the tools: the button that creates a row. */
  actions?: ReactNode;
  /** Actions on several rows. Without it, rows can't be selected, not even to save them as a file. */
  bulk?: readonly BulkAction<Row>[];
  /** A row's name in a selection, if its title isn't enough. */
  getName?: (row: Row) => string;
}

/**
 * A dashboard list: search, filters, a table that the server sorts and pages, a CSV file of all results, and states for
 * loading, empty and error.
 */
export function DataList<Row extends object, Sort extends string>(props: DataListProps<Row, Sort>) {
  const { one, what, columns, rowKey, isDimmed, address, sorts, query } = props;
  const { data, error } = query;
  const pages = data ? countPages(data.total, rowsPerPage) : 1;
  const failure = getMessage(error, props.fetchFailure);
  useFailureToast(error, failure);
  const selection = useSelection(data?.list ?? nothing, rowKey);
  const getRowName = props.getName ?? ((row: Row) => getTitle(columns, row));
  const names = distinctNames(data?.list ?? nothing, { getKey: rowKey, getName: getRowName });
  const getName = (row: Row) => names.get(rowKey(row)) ?? getRowName(row);
  const bar = props.bulk && data && (
    <SelectionBar
      selection={selection}
      page={data.list}
      one={one}
      what={what}
      columns={columns}
      getKey={rowKey}
      getName={getName}
      actions={props.bulk}
    />
  );
  return (
    <div className="grid gap-4 [&>*]:min-w-0">
      <Tools {...props} />
      {props.note}
      {props.searchesWords && <ShortSearchNote search={address.search} />}
      {bar}
      {data ? (
        data.list.length ? (
          <div
            className="transition-opacity duration-150 aria-busy:opacity-60"
            aria-busy={query.isPlaceholderData}
          >
            <DataTable
              caption={what}
              columns={columns}
              rows={data.list}
              rowKey={rowKey}
              getName={getName}
              {...(isDimmed && { isDimmed })}
              sorts={sorts}
              sort={address.sort}
              order={address.order}
              onSort={(sort, order) => address.change({ sort, order })}
              {...(props.bulk && { selection })}
            />
          </div>
        ) : (
          <Nothing {...props} pages={pages} />
        )
      ) : error ? (
        <ErrorPanel error={error} message={failure} onRetry={() => void query.refetch()} />
      ) : (
        <ListSkeleton what={what} />
      )}
      {data && data.list.length > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p role="status" className="text-muted text-sm">
            {range(address.page, data, { one, what })}
          </p>
          <Pagination label={`Pages of ${what}`} page={address.page} pages={pages} to={address.pageAddress} />
        </div>
      )}
    </div>
  );
}

/** On phones, a button beside the search shows and hides the filters, so that the first rows stay on the screen. */
function Tools<Row extends object, Sort extends string>(props: DataListProps<Row, Sort>) {
  const { what, columns, address, sorts, query, filters, filterNames = [], actions } = props;
  const [isOpen, setOpen] = useState(false);
  const filtersOn = filterNames.filter((name) => address.choice(name) !== '').length;
  const folded = !isOpen && 'max-sm:hidden';
  return (
    <div className="flex flex-wrap items-end gap-3">
      <SearchBox
        label={`Search ${what}`}
        placeholder="Search Here.."
        className="min-w-0 grow basis-40 sm:basis-64 lg:max-w-96"
        value={address.search}
        onChange={(search) => address.change({ search })}
      />
      <Button
        aria-expanded={isOpen}
        className="min-h-11! px-3.5! sm:hidden"
        icon={<SlidersHorizontal size={18} aria-hidden="true" />}
        onClick={() => setOpen(!isOpen)}
      >
        <span className="sr-only">Filters</span>
        {filtersOn > 0 && (
          <span className="num">
            {filtersOn}
            <span className="sr-only"> on</span>
          </span>
        )}
      </Button>
      <div className={cx('flex basis-full flex-wrap gap-3 sm:contents', folded)}>
        {filters}
        <SortChoice columns={columns} address={address} sorts={sorts} />
      </div>
      <div
        className={cx(
          'flex grow flex-wrap justify-end gap-3 max-sm:basis-full max-sm:[&>*]:grow',
          !actions && folded,
        )}
      >
        <div className={cx('contents', folded)}>
          <ExportButton
            what={what}
            columns={columns}
            rowKey={props.rowKey}
            readPage={props.readPage}
            isEmpty={!query.data?.list.length}
          />
        </div>
        {actions}
      </div>
    </div>
  );
}

const nothing: never[] = [];

function range(
  page: number,
  { list, total, isEstimate }: ListPage<unknown>,
  { one, what }: { one: string; what: string },
): string {
  if (total === 1) return plural(1, one, what);
  const first = (page - 1) * rowsPerPage + 1;
  const shown = `${formatAmount(first)}–${formatAmount(first + list.length - 1)}`;
  return `${shown} of ${isEstimate ? 'about ' : ''}${formatAmount(total)} ${what}`;
}

function Nothing<Row extends object, Sort extends string>({
  what,
  empty,
  address,
  filterNames = [],
  pages,
  query,
}: DataListProps<Row, Sort> & { pages: number }) {
  const isNarrowed = address.search !== '' || filterNames.some((name) => address.choice(name) !== '');
  if (address.page > 1) {
    return (
      <PagePastEnd
        what={what}
        page={address.page}
        pages={pages}
        onPage={(page) => address.change({ page })}
      />
    );
  }
  if (!isNarrowed) return <EmptyPanel title={empty} />;
  // More people match than were examined, but none of the rest is in the list.
  const isCut = query.data?.total === 0 && query.data.isEstimate;
  const everything = Object.fromEntries(['search', ...filterNames].map((name) => [name, undefined]));
  return (
    <EmptyPanel
      title={empty}
      text={
        isCut
          ? 'Too many people match, so we checked only some. Type more of the name, or search for the address.'
          : 'Nothing matches your search.'
      }
      action={<Button onClick={() => address.change(everything)}>Show all</Button>}
    />
  );
}

/** A menu for sorting on narrow screens, where some or all sortable headings are hidden. */
function SortChoice<Row extends object, Sort extends string>({
  columns,
  address,
  sorts,
}: {
  columns: DataColumn<Row>[];
  address: TableAddress<Sort>;
  sorts: readonly Sort[];
}) {
  const sortable = columns.filter(({ id }) => sorts.some((sort) => sort === id));
  if (sortable.length === 0) return null;
  return (
    <SelectField
      label="Sort"
      hidesLabel
      isCompact
      // As wide as its longest option, because a cut name without its direction would be useless.
      className="min-w-0 grow lg:grow-0 xl:hidden"
      value={`${address.sort} ${address.order}`}
      onChange={({ target }) => {
        const [sort, order] = target.value.split(' ');
        address.change({ sort, order });
      }}
    >
      {sortable.flatMap(({ id, header }) =>
        (['asc', 'desc'] as Order[]).map((order) => (
          <option key={`${id} ${order}`} value={`${id} ${order}`}>
            {header} {order === 'asc' ? '↑' : '↓'}
          </option>
        )),
      )}
    </SelectField>
  );
}

function ListSkeleton({ what }: { what: string }) {
  return (
    <Loading label={`Loading ${what}...`} className="grid gap-2">
      <Skeleton className="h-8" />
      {[1, 2, 3, 4, 5, 6, 7, 8].map((place) => (
        <Skeleton key={place} className="h-12 max-sm:h-15" />
      ))}
    </Loading>
  );
}
