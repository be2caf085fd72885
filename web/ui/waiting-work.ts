// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';

/** An action on the work, in a dialog. */
export interface Deed {
  label: string;
  dialog: (onClose: () => void) => ReactNode;
}

/** Something that waits for an administrator. */
export interface WaitingWork {
  id: string;
  /** The subject: a card, a player. */
  title: string;
  /** Why it waits. */
  detail: string;
  since: string;
  /** The promised time, or the end. */
  dueAt?: string | null | undefined;
  /** The page with all details. */
  to: string;
  /** The usual action first; empty for administrators who may only read. */
  deeds: readonly Deed[];
}

/** Waiting work of one kind; only the first rows if there are many. */
export interface WaitingKind {
  /** Undefined while loading. */
  work: readonly WaitingWork[] | undefined;
  total: number;
  error: Error | null;
  refetch: () => unknown;
}

/** The most rows per kind in the inbox. If there are more, the tab itself has them. */
export const shownOfKind = 100;

/**
 * Pure: one kind of work for the inbox, from a query of its tab.
 * @param query undefined if the administrator lacks the permission
 */
export function toWaitingKind<Row>(
  query: { data: Part<Row> | undefined; error: Error | null; refetch: () => unknown } | undefined,
  toWork: (row: Row) => WaitingWork,
): WaitingKind {
  if (!query) return { work: [], total: 0, error: null, refetch: () => undefined };
  const { data, error, refetch } = query;
  return { work: data?.list.map(toWork), total: data?.total ?? 0, error: data ? null : error, refetch };
}

/** A page of a list, or the whole list. */
interface Part<Row> {
  list: readonly Row[];
  total: number;
}

export const asWhole = <Row>(list: readonly Row[]): Part<Row> => ({ list, total: list.length });
