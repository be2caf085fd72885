// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { type SavedView, viewedLists } from '../../../../contract/saved-views.ts';
import { viewedListAt } from '../../../features/saved-views/api.ts';
import { dashboardTabs, tabAddress } from '../tabs.ts';
import { findTabs, findViews, foundQuery, sources } from './palette-sources.ts';

it('finds tabs by any part of their name, and shows all tabs for an empty search', () => {
  expect(findTabs(dashboardTabs, '')).toHaveLength(dashboardTabs.length);
  expect(findTabs(dashboardTabs, 'LOG').map(({ to }) => to)).toEqual(['/dashboard/audit-log']);
  expect(findTabs(dashboardTabs, 'gift').map(({ to }) => to)).toEqual(['/dashboard']);
});

it('does not ask the server before two letters were typed', () => {
  for (const source of sources)
    expect([foundQuery(source, 'a').enabled, foundQuery(source, 'ad').enabled]).toEqual([false, true]);
});

it('offers saved views by name, leading only to dashboard lists', () => {
  const view: SavedView = {
    _id: '1',
    list: 'users',
    name: 'Suspended',
    query: 'suspended=true',
    isShared: true,
    isOwn: false,
    owner: 'Ada',
    createdAt: '',
  };
  expect(findViews([view, { ...view, _id: '2', name: 'Other' }], 'SUSP')).toEqual([
    { id: 'view-1', label: 'Suspended', hint: 'Shared by Ada', to: '/dashboard/users?suspended=true' },
  ]);
});

it("offers saved views for every tab's list, under the permission of the tab", () => {
  // These tabs have one list each, which has no filter to save.
  const unviewed = ['inbox', 'play-rules', 'outgoing-webhooks', 'books'];
  for (const tab of dashboardTabs.filter(({ path }) => !unviewed.includes(path))) {
    const list = viewedListAt(tabAddress(tab));
    expect([tab.label, list && viewedLists[list].permission]).toEqual([tab.label, tab.permission]);
  }
});
