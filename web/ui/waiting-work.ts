// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';

/** Something that can be done about it, in a dialog. */
export interface Deed {
  label: string;
  dialog: (onClose: () => void) => ReactNode;
}

/** Something that waits for an administrator. */
export interface WaitingWork {
  id: string;
  /** What it is about: a card, a player. */
  title: string;
  /** Why it waits, in words. */
  detail: string;
  since: string;
  /** When it was promised, or ends. */
  dueAt?: string | null | undefined;
  /** Where everything about it stands. */
  to: string;
  /** The usual one first; empty for those who may only read. */
  deeds: readonly Deed[];
}

/** All that waits of one kind; its first rows where there is more. */
export interface WaitingKind {
  /** Undefined while it loads. */
  work: readonly WaitingWork[] | undefined;
  total: number;
  error: Error | null;
  refetch: () => unknown;
}

/** Rows of one kind that the inbox shows at most: who has more works in the tab itself. */
export const shownOfKind = 100;

/**
 * Pure: one kind of the inbox, from a call of its tab.
 * @param query undefined without the permission
 */
export function toWaitingKind<Row>(
  query: { data: Part<Row> | undefined; error: Error | null; refetch: () => unknown } | undefined,
  toWork: (row: Row) => WaitingWork,
): WaitingKind {
  if (!query) return { work: [], total: 0, error: null, refetch: () => undefined };
  const { data, error, refetch } = query;
  return { work: data?.list.map(toWork), total: data?.total ?? 0, error: data ? null : error, refetch };
}

/** A page of a list, or all of it. */
interface Part<Row> {
  list: readonly Row[];
  total: number;
}

export const asWhole = <Row>(list: readonly Row[]): Part<Row> => ({ list, total: list.length });
