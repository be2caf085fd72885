// SPDX-License-Identifier: Apache-2.0

import { expect, it, vi } from 'vitest';
import { challengesApi } from '../../../../contract/challenges.ts';
import { findFaults } from '../../../../contract/testing/faults.ts';
import { zeroStats } from '../../../providers/games/fortnite/answer.ts';
import { readAccount } from './clear-account.ts';

const id = '4735ce9132924caf8a5b17789b40f79c';
const deps = (name: string) => {
  const read = vi.fn(async () => ({ kind: 'stats', account: { id, name }, stats: zeroStats }));
  const games = { fortnite: { source: { read }, maxWaitMs: { entry: 1 } } };
  return { read, of: { games, clock: { now: () => new Date() }, log: { warn() {} } } as never };
};

it.each([id, id.toUpperCase()])('finds an account by its id %s and learns its name', async (epicId) => {
  const { read, of } = deps('Ninja');
  expect(await readAccount({ game: 'fortnite', epicId }, of)).toMatchObject({
    account: { key: id, name: 'Ninja' },
  });
  expect(read).toHaveBeenCalledWith({ id }, 'entry', expect.any(Number));
});

it('looks up any other text as a name', async () => {
  const { read, of } = deps(id.slice(1));
  await readAccount({ game: 'fortnite', epicId: id.slice(1) }, of);
  expect(read).toHaveBeenCalledWith({ name: id.slice(1) }, 'entry', expect.any(Number));
});

const { body } = challengesApi.checkAccount;

it.each(['\u200bNinja\u200b', '\u200eNinja\u200f', '\ufeff Ni\u00adnja', ' Ninja\u2060 '])(
  'ignores invisible characters in %j',
  (epicId) => {
    expect(body?.parse({ epicId })).toEqual({ epicId: 'Ninja' });
  },
);

it('reports an id that is too long or missing', () => {
  const fault = (epicId: unknown) => findFaults(body as never, { epicId });
  expect(fault(`${id}0`)).toEqual(['epicId: Use at most 32 characters']);
  expect(fault('\u200b')).toEqual(['epicId: Please enter your Epic ID']);
  expect(fault(7)).toEqual(['epicId: must be text']);
});
