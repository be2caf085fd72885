import { expect, it } from 'vitest';
import { dashboardTabs } from '../tabs.ts';
import { findTabs, foundQuery, sources } from './palette-sources.ts';

it('finds tabs by any part of their name, and shows all before anything is typed', () => {
  expect(findTabs(dashboardTabs, '')).toHaveLength(dashboardTabs.length);
  expect(findTabs(dashboardTabs, 'LOG').map(({ to }) => to)).toEqual(['/dashboard/audit-log']);
  expect(findTabs(dashboardTabs, 'gift').map(({ to }) => to)).toEqual(['/dashboard']);
});

it('asks the server for nothing before two letters are there', () => {
  for (const source of sources)
    expect([foundQuery(source, 'a').enabled, foundQuery(source, 'ad').enabled]).toEqual([false, true]);
});
