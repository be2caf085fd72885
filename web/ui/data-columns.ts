// SPDX-License-Identifier: Apache-2.0

import {
  type ColumnDef,
  createColumnHelper,
  metaHelper,
  type RowData,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table';
import type { ReactNode } from 'react';
import type { CsvValue } from '../lib/csv.ts';

export interface ColumnMeta {
  /** Figures stand at the end of their column. */
  isFigure?: boolean;
  /** Names the row. */
  isTitle?: boolean;
  /**
   * Where it stands in the two lines (on tablets: one) that a row is on narrow screens: below the title, or at the end,
   * above or below. Anything that has no place there is seen when the row is opened.
   */
  narrow?: 'note' | 'figure' | 'state';
  /** Buttons of the row: no name to be seen, no column in the file. */
  isActions?: boolean;
  /** A column of the file alone: the table shows it in another way. */
  isFileOnly?: boolean;
  /** May take several lines and is cut after two. */
  isLong?: boolean;
}

export const features = tableFeatures({ rowSortingFeature, columnMeta: metaHelper<ColumnMeta>() });
export type Features = typeof features;

/** One column of a table of `Row`s: `dataColumns<Row extends RowData>()` makes them. */
export type DataColumn<Row extends RowData> = ColumnDef<Features, Row, unknown> & { header: string };

type FieldWith<Value, Row> = {
  [Name in keyof Row]: Row[Name] extends Value ? Name : never;
}[keyof Row] &
  string;

/**
 * Makes columns. A column whose id is one of the server's sorts can be sorted by it. `text` is what the file says of a
 * row, and what is shown unless `cell` shows it otherwise. `field` is a column of what the row has by that name.
 */
export function dataColumns<Row extends RowData>() {
  const helper = createColumnHelper<Features, Row>();
  const column = (
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
    }) as DataColumn<Row>;
  return {
    column,
    field: (
      name: FieldWith<CsvValue, Row>,
      header: string,
      cell?: (row: Row) => ReactNode,
      meta?: ColumnMeta,
    ) => column(name, header, (row) => row[name] as CsvValue, cell, meta),
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

/** What a row is called: its title in the file. */
export function getTitle<Row extends RowData>(columns: readonly DataColumn<Row>[], row: Row): string {
  const title = columns.find(({ meta }) => meta?.isTitle);
  return title && 'accessorFn' in title ? String(title.accessorFn(row, 0)) : '';
}

/** The names of the columns as a file begins with them. */
export function csvHeader<Row extends RowData>(columns: readonly DataColumn<Row>[]): string[] {
  return inFile(columns).map(({ header }) => header);
}

function inFile<Row extends RowData>(columns: readonly DataColumn<Row>[]): DataColumn<Row>[] {
  return columns.filter((column) => !column.meta?.isActions);
}

/** What the table has of them. */
export function inTable<Row extends RowData>(columns: readonly DataColumn<Row>[]): DataColumn<Row>[] {
  return columns.filter((column) => !column.meta?.isFileOnly);
}

/** Where a column stands on narrow screens (data-table.css). */
export function getPlace({ isTitle, isActions, narrow }: ColumnMeta = {}): string {
  return isTitle ? 'title' : isActions ? 'actions' : (narrow ?? 'rest');
}
