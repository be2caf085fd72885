// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { loadedFields } from './edits.ts';
import { endpoint, id, lineOfText, timestamp } from './endpoint.ts';
import type { Permission } from './permissions.ts';

/** A list of the dashboard, by its tab: the required permission, and its address parameters. */
interface ViewedList {
  permission: Permission;
  parameters: readonly string[];
}

const table = ['search', 'sort', 'order'] as const;

export const viewedLists = {
  'gift-cards': { permission: 'gift-cards:read', parameters: [...table, 'status'] },
  coins: { permission: 'coins:read', parameters: table },
  users: { permission: 'users:read', parameters: [...table, 'role', 'suspended'] },
  events: { permission: 'events:read', parameters: [...table, 'tab'] },
  giveaways: { permission: 'giveaways:read', parameters: table },
  alerts: { permission: 'deliveries:read', parameters: [...table, 'status'] },
  challenges: { permission: 'challenges:read', parameters: [...table, 'view', 'status'] },
  disputes: { permission: 'disputes:read', parameters: [...table, 'status'] },
  'fair-play': { permission: 'fair-play:read', parameters: [...table, 'view'] },
  referrals: { permission: 'users:read', parameters: table },
  approvals: { permission: 'approvals:decide', parameters: ['show'] },
  roles: { permission: 'roles:read', parameters: table },
  'audit-log': {
    permission: 'audit:read',
    parameters: ['search', 'actor', 'action', 'subject', 'from', 'until'],
  },
  overview: { permission: 'overview:read', parameters: ['span', 'from', 'to', 'compare'] },
} as const satisfies Record<string, ViewedList>;

export type ViewedListName = keyof typeof viewedLists;
export const viewedListNames = Object.keys(viewedLists) as ViewedListName[];

export const viewLimits = { views: 50, name: 60, value: 200 };

/**
 * Normalizes the query of a list's address: keeps only the list's own parameters, in a fixed order, once each, up to
 * the maximum length. The list itself interprets the values.
 */
export function toViewQuery(list: ViewedListName, address: URLSearchParams): string {
  const kept = new URLSearchParams();
  for (const name of viewedLists[list].parameters) {
    const value = address.get(name);
    if (value && value.length <= viewLimits.value && lineOfText.test(value)) kept.set(name, value);
  }
  return kept.toString();
}

const fields = {
  name: z
    .string('A name is required.')
    .trim()
    .min(1, 'A name is required.')
    .max(viewLimits.name, `Use at most ${viewLimits.name} characters.`)
    .regex(lineOfText, 'Use one line of text.'),
  /** Other administrators with access to the list can open it too. */
  isShared: z.boolean(),
  /** As in an address, without the question mark. */
  query: z.string().max(2_500),
};

/** The fields of the view form. */
export const viewInput = z.object(fields);
export type ViewInput = z.output<typeof viewInput>;

/** A list's filters and order, saved under a name. */
export const savedView = viewInput.extend({
  _id: id,
  list: z.enum(viewedListNames),
  isOwn: z.boolean(),
  /** The administrator who shared it; empty for the caller's own. */
  owner: z.string(),
  createdAt: timestamp,
});
export type SavedView = z.infer<typeof savedView>;

const params = z.object({ id });

export const savedViewsApi = {
  list: endpoint({
    method: 'GET',
    path: '/saved-views',
    access: 'signed-in',
    summary: 'List saved views',
    data: z.array(savedView),
  }),
  create: endpoint({
    method: 'POST',
    path: '/saved-views',
    access: 'signed-in',
    idempotent: true,
    summary: 'Save a view',
    message: 'View saved',
    body: viewInput.extend({ list: z.enum(viewedListNames) }),
    data: savedView,
    refusals: ['forbidden', 'view_exists', 'view_unfit', 'too_many_views', 'idempotency_key_reused'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/saved-views/:id',
    access: 'signed-in',
    summary: 'Change your saved view',
    message: 'View saved',
    params,
    body: viewInput.extend({ loaded: loadedFields }),
    data: savedView,
    refusals: ['not_found', 'forbidden', 'view_exists', 'view_unfit', 'changed_meanwhile'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/saved-views/:id',
    access: 'signed-in',
    summary: 'Delete your saved view',
    message: 'View deleted',
    params,
    data: z.object({ _id: id }),
    refusals: ['not_found', 'forbidden'],
  }),
};
