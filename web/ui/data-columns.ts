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
  /** Numbers, aligned to the end of their column. */
  isFigure?: boolean;
  /** The row's title. */
  isTitle?: boolean;
  /**
   * Its place in the collapsed row on narrow screens, which has two lines (on tablets one): below the title, or at the
   * end, above or below. Columns without a place show only in the expanded row.
   */
  narrow?: 'note' | 'figure' | 'state';
  /** The row's buttons: no visible heading, no column in the CSV file. */
  isActions?: boolean;
  /** Only in the CSV file, because the table shows the value elsewhere. */
  isFileOnly?: boolean;
  /** Wraps, and is cut after two lines. */
  isLong?: boolean;
}

export const features = tableFeatures({ rowSortingFeature, columnMeta: metaHelper<ColumnMeta>() });
export type Features = typeof features;

/** One column of a table of `Row`s, created by `dataColumns<Row extends RowData>()`. */
export type DataColumn<Row extends RowData> = ColumnDef<Features, Row, unknown> & { header: string };

type FieldWith<Value, Row> = {
  [Name in keyof Row]: Row[Name] extends Value ? Name : never;
}[keyof Row] &
  string;

/**
 * Creates columns. A column is sortable if its id is one of the server's sort keys. `text` is the value in the CSV
 * file, and is displayed unless `cell` renders it. `field` is a column for the row's field of that name.
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

/** A row's values in the CSV file, without its buttons. */
export function csvRow<Row extends RowData>(columns: readonly DataColumn<Row>[], row: Row): CsvValue[] {
  return inFile(columns).map((column) =>
    'accessorFn' in column ? (column.accessorFn(row, 0) as CsvValue) : '',
  );
}

/** A row's name: its title in the CSV file. */
export function getTitle<Row extends RowData>(columns: readonly DataColumn<Row>[], row: Row): string {
  const title = columns.find(({ meta }) => meta?.isTitle);
  return title && 'accessorFn' in title ? String(title.accessorFn(row, 0)) : '';
}

/** The headings of the CSV file. */
export function csvHeader<Row extends RowData>(columns: readonly DataColumn<Row>[]): string[] {
  return inFile(columns).map(({ header }) => header);
}

function inFile<Row extends RowData>(columns: readonly DataColumn<Row>[]): DataColumn<Row>[] {
  return columns.filter((column) => !column.meta?.isActions);
}

/** The columns that the table shows. */
export function inTable<Row extends RowData>(columns: readonly DataColumn<Row>[]): DataColumn<Row>[] {
  return columns.filter((column) => !column.meta?.isFileOnly);
}

/** The column's place on narrow screens (data-table.css). */
export function getPlace({ isTitle, isActions, narrow }: ColumnMeta = {}): string {
  return isTitle ? 'title' : isActions ? 'actions' : (narrow ?? 'rest');
}
