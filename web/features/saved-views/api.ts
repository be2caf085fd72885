// SPDX-License-Identifier: Apache-2.0

import { queryOptions } from '@tanstack/react-query';
import {
  type SavedView,
  savedViewsApi,
  type ViewedListName,
  type ViewInput,
  viewedListNames,
} from '../../../contract/saved-views.ts';
import { call } from '../../lib/api.ts';
import { loadedFields } from '../../lib/loaded-fields.ts';
import { useChanges } from '../../lib/refetch-after-change.ts';

const viewsKey = ['admin', 'saved-views'];

/** All views of lists that the administrator may see. */
export const savedViewsQuery = queryOptions({
  queryKey: viewsKey,
  queryFn: ({ signal }) => call(savedViewsApi.list, {}, { signal, quiet: true }),
});

const calls = {
  create: (body: ViewInput & { list: ViewedListName }, idempotencyKey: string) =>
    call(savedViewsApi.create, { body }, { idempotencyKey }),
  update: (row: SavedView, values: ViewInput) =>
    call(savedViewsApi.update, {
      params: { id: row._id },
      body: { ...values, loaded: loadedFields(row, values) },
    }),
  remove: (id: string) => call(savedViewsApi.remove, { params: { id } }),
};

export const useViewChanges = () => useChanges(calls, viewsKey);

const firstList: ViewedListName = 'gift-cards';

/** The list at a dashboard address; undefined on pages below a list, such as a user's page. */
export function viewedListAt(pathname: string): ViewedListName | undefined {
  const [, , name = '', ...below] = pathname.replace(/\/$/, '').split('/');
  return below.length > 0 ? undefined : viewedListNames.find((list) => list === (name || firstList));
}

/** The address of a view. */
export function viewAddress({ list, query }: Pick<SavedView, 'list' | 'query'>): string {
  return `/dashboard${list === firstList ? '' : `/${list}`}${query && `?${query}`}`;
}

/** "Search: anna, Status: open" */
export function describeQuery(query: string): string {
  const parts = [...new URLSearchParams(query)].map(
    ([name, value]) => `${name.charAt(0).toUpperCase()}${name.slice(1)}: ${value.replaceAll('_', ' ')}`,
  );
  return parts.join(', ') || 'Everything, in the default order';
}
