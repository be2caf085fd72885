// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { type JournalEntries, type JournalEntry, parseLines, toText } from '../platform/journal/entries.ts';
import { collectLines } from './kinds.ts';
import { listSold } from './sold-codes.ts';

const at = '2026-03-10T12:00:00.000Z';
const code = { id: 'c', print: 'ab', purchaseId: 'b', gcCoin: 100 };
const bought = { orderId: 'o', playerId: 'p', purchaseId: 'b', gcCoin: 100 };
const payment = {
  ...{
    id: 'y',
    playerId: 'p',
    packageTitle: 'GC_1000',
    coins: 1000,
    xp: 90,
    amountCents: 900,
    intentId: 'pi',
  },
  createdAt: at,
};

/** Each kind that a feature declares, and its line. Journals are read years later: lines must never change. */
const written: Record<keyof JournalEntries, readonly [entry: JournalEntry, line: string]> = {
  sold: [
    { kind: 'sold', orderId: 'o', playerId: 'p', codes: [code] },
    '"kind":"sold","orderId":"o","playerId":"p","codes":[{"id":"c","print":"ab","purchaseId":"b","gcCoin":100}]',
  ],
  shown: [
    { kind: 'shown', codeId: 'c', print: 'ab', bought },
    '"kind":"shown","codeId":"c","print":"ab","bought":{"orderId":"o","playerId":"p","purchaseId":"b","gcCoin":100}',
  ],
  released: [
    { kind: 'released', orderId: 'o', codeIds: ['d'] },
    '"kind":"released","orderId":"o","codeIds":["d"]',
  ],
  payment: [
    { kind: 'payment', payment },
    '"kind":"payment","payment":{"id":"y","playerId":"p","packageTitle":"GC_1000","coins":1000,"xp":90,"amountCents":900,"intentId":"pi","createdAt":"2026-03-10T12:00:00.000Z"}',
  ],
  erasing: [
    { kind: 'erasing', playerId: 'p', deletedAt: at },
    `"kind":"erasing","playerId":"p","deletedAt":"${at}"`,
  ],
  erased: [
    { kind: 'erased', playerId: 'p', deletedAt: at },
    `"kind":"erased","playerId":"p","deletedAt":"${at}"`,
  ],
  authority: [
    { kind: 'authority', playerId: 'p', roleId: 'r', isSuspended: true, changedAt: at },
    `"kind":"authority","playerId":"p","roleId":"r","isSuspended":true,"changedAt":"${at}"`,
  ],
  role: [
    { kind: 'role', roleId: 'r', permissions: ['users:read'], changedAt: at },
    `"kind":"role","roleId":"r","permissions":["users:read"],"changedAt":"${at}"`,
  ],
  factors: [
    {
      kind: 'factors',
      playerId: 'p',
      passkeyIds: ['k'],
      appStartedAt: null,
      recoveryCodes: ['ab'],
      changedAt: at,
    },
    `"kind":"factors","playerId":"p","passkeyIds":["k"],"appStartedAt":null,"recoveryCodes":["ab"],"changedAt":"${at}"`,
  ],
  'sign-in-removed': [
    { kind: 'sign-in-removed', playerId: 'p', provider: 'google', changedAt: at },
    `"kind":"sign-in-removed","playerId":"p","provider":"google","changedAt":"${at}"`,
  ],
  // Lines of triggers: the database decides the order of their keys.
  paused: [{ kind: 'paused', playerId: 'p', until: at }, `"kind":"paused","playerId":"p","until":"${at}"`],
  limit: [
    {
      ...{ kind: 'limit', playerId: 'p', spends: 'entry', period: 'day', amount: 50, nextAmount: null },
      ...{ nextAt: null, changedAt: at },
    },
    `"kind":"limit","playerId":"p","spends":"entry","period":"day","amount":50,"nextAmount":null,"nextAt":null,"changedAt":"${at}"`,
  ],
  webhook: [
    { kind: 'webhook', endpointId: 'w', deletedAt: null, offReason: 'by_hand', revision: 'r', changedAt: at },
    `"kind":"webhook","endpointId":"w","deletedAt":null,"offReason":"by_hand","revision":"r","changedAt":"${at}"`,
  ],
  declined: [
    { kind: 'declined', approvalId: 'a', status: 'refused' },
    `"kind":"declined","approvalId":"a","status":"refused"`,
  ],
  'sent-elsewhere': [
    { kind: 'sent-elsewhere', purchaseId: 'b', isElsewhere: true, changedAt: at },
    `"kind":"sent-elsewhere","purchaseId":"b","isElsewhere":true,"changedAt":"${at}"`,
  ],
  kept: [{ kind: 'kept', playerId: 'q', keptAt: at }, `"kind":"kept","playerId":"q","keptAt":"${at}"`],
};
const toLine = (fields: string) => `{"at":"${at}",${fields}}`;
function sift(lines: readonly string[]) {
  const collected = collectLines();
  for (const line of parseLines(lines.map(toLine).join('\n'))) collected.add(line);
  return collected.end();
}

it.each(Object.values(written))('writes %j in its unchanged line format', (entry, line) => {
  expect(toText(entry).replace(/"at":"[^"]+"/, `"at":"${at}"`)).toBe(toLine(line));
});

it('reads every kind of line', () => {
  const { until, unreadable, ...noted } = sift(Object.values(written).map(([, line]) => line));
  expect({ until, unreadable }).toEqual({ until: new Date(at), unreadable: 0 });
  for (const [kind, [entry]] of Object.entries(written)) {
    expect(noted[kind as keyof typeof noted]).toEqual([{ at, ...entry }]);
  }
});

it('counts lines with code ids only as unreadable', () => {
  const early = ['"kind":"sold","orderId":"e","codeIds":["d","f"]', '"kind":"shown","codeId":"d"'];
  expect(sift(early)).toMatchObject({ unreadable: 2, sold: [], shown: [] });
});

it('lists every code of an order journaled twice, except released codes', () => {
  const sold = (id: string) =>
    toText({ kind: 'sold', orderId: 'o', playerId: 'p', codes: [{ ...code, id }] }).slice(1, -1);
  const released = '"kind":"released","orderId":"o","codeIds":["d"]';
  const lines = [sold('c'), sold('d'), sold('e'), released].map((line) => line.replace(/"at":"[^"]+",/, ''));
  expect(listSold(sift(lines)).map(({ id }) => id)).toEqual(['c', 'e']);
});

it('keeps the latest of several changes of one player, whatever their order', () => {
  const said = (isSuspended: boolean, changedAt: string) =>
    `"kind":"authority","playerId":"p","roleId":"r","isSuspended":${isSuspended},"changedAt":"${changedAt}"`;
  const [first, second] = [said(true, at), said(false, '2026-03-10T12:00:00.001Z')];
  for (const lines of [
    [first, second],
    [second, first],
  ]) {
    expect(sift(lines).authority).toMatchObject([{ isSuspended: false }]);
  }
});

it('ignores kinds from later releases', () => {
  const { until, unreadable, ...noted } = sift([
    '"kind":"unheard-of","playerId":"p"',
    '"kind":"constructor"',
  ]);
  expect(until).toEqual(new Date(at));
  expect(Object.values(noted).flat()).toEqual([]);
});
