// SPDX-License-Identifier: Apache-2.0

import { expect, it, vi } from 'vitest';
import { refuse } from '../refusal.ts';
import { mayCall, requireSession } from './authentication.ts';

const player = { id: 'p', held: new Set(['users:read']) } as never;
const asking = (headers: Record<string, string>) => ({ headers }) as never;

it.each([undefined, 'Basic a', 'a', 'bearer a', `Bearer ${'x'.repeat(294)}`])(
  'looks up no session for the header %s',
  (authorization) => {
    const authenticate = vi.fn();
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    expect(requireSession(asking(headers), authenticate)).toEqual(refuse('not_signed_in'));
    expect(authenticate).not.toHaveBeenCalled();
  },
);

it('passes on the token, and whether an unattended page sent it', () => {
  const authenticate = vi.fn(() => player);
  const longest = 'x'.repeat(293);
  expect(requireSession(asking({ authorization: `Bearer ${longest}` }), authenticate)).toBe(player);
  requireSession(asking({ authorization: 'Bearer t', 'x-unattended': '1' }), authenticate);
  expect(authenticate.mock.calls).toEqual([
    [longest, true],
    ['t', false],
  ]);
});

it('reports an ended session, from memory or after a look-up', async () => {
  const by = (found: never) => requireSession(asking({ authorization: 'Bearer t' }), () => found);
  expect(by(undefined as never)).toEqual(refuse('session_ended'));
  expect(await by(Promise.resolve(undefined) as never)).toEqual(refuse('session_ended'));
  expect(await by(Promise.resolve(player) as never)).toBe(player);
});

it('admits a caller with the required permission', () => {
  const accesses = ['public', 'signed-in', 'users:read', 'users:edit'] as never[];
  expect(accesses.map((access) => mayCall(player, access))).toEqual([true, true, true, false]);
});
