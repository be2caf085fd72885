// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { toSold } from './features/shop/journal-entries.ts';
import { type JournalEntries, type JournalEntry, parseLines, toText } from './platform/journal/journal.ts';
import { siftLines } from './read-noted.ts';

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

/** Each kind that a feature declares, and its line. Journals are read years later: no line may ever change. */
const written: Record<keyof JournalEntries, readonly [entry: JournalEntry, line: string]> = {
  sold: [
    toSold({ orderId: 'o', playerId: 'p', codes: [code] }),
    '"kind":"sold","orderId":"o","playerId":"p","codes":[{"id":"c","print":"ab","purchaseId":"b","gcCoin":100}],"codeIds":["c"]',
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
    { kind: 'webhook', endpointId: 'w', deletedAt: null, offReason: 'by_hand', changedAt: at },
    `"kind":"webhook","endpointId":"w","deletedAt":null,"offReason":"by_hand","changedAt":"${at}"`,
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
/** As versions before wrote them. */
const earlier = ['"kind":"sold","orderId":"e","codeIds":["d","f"]', '"kind":"shown","codeId":"d"'];

const toLine = (fields: string) => `{"at":"${at}",${fields}}`;
function sift(lines: readonly string[]) {
  const sieve = siftLines();
  for (const line of parseLines(lines.map(toLine).join('\n'))) sieve.add(line);
  return sieve.end();
}

it.each(Object.values(written))('writes %j as the line that it has always been', (entry, line) => {
  expect(toText(entry).replace(/"at":"[^"]+"/, `"at":"${at}"`)).toBe(toLine(line));
});

it('reads every line, also of the version before', () => {
  const when = new Date(at);
  const noted = sift([...Object.values(written).map(([, line]) => line), ...earlier]);
  expect(noted).toEqual({
    sold: [
      { ...code, orderId: 'o', playerId: 'p' },
      { id: 'd', orderId: 'e' },
      { id: 'f', orderId: 'e' },
    ],
    shown: [
      { at: when, kind: 'shown', codeId: 'c', print: 'ab', bought },
      { at: when, kind: 'shown', codeId: 'd' },
    ],
    payments: new Map([['y', payment]]),
    erasing: new Map([['p', when]]),
    erased: new Map([['p', when]]),
    kept: new Map([['q', when]]),
    authority: new Map([['p', expect.objectContaining({ roleId: 'r', isSuspended: true, changedAt: at })]]),
    roles: new Map([['r', expect.objectContaining({ permissions: ['users:read'], changedAt: at })]]),
    factors: new Map([['p', expect.objectContaining({ passkeyIds: ['k'], recoveryCodes: ['ab'] })]]),
    pauses: new Map([['p', expect.objectContaining({ until: at })]]),
    limits: new Map([['p entry day', expect.objectContaining({ amount: 50, changedAt: at })]]),
    webhooks: new Map([['w', expect.objectContaining({ offReason: 'by_hand', changedAt: at })]]),
    declined: new Map([['a', expect.objectContaining({ status: 'refused' })]]),
    sentElsewhere: new Map([['b', expect.objectContaining({ isElsewhere: true, changedAt: at })]]),
    signInsRemoved: new Map([['p google', expect.objectContaining({ playerId: 'p', changedAt: at })]]),
    until: when,
  });
});

it('counts of several changes of one player the latest, in whichever order they were written', () => {
  const said = (isSuspended: boolean, changedAt: string) =>
    `"kind":"authority","playerId":"p","roleId":"r","isSuspended":${isSuspended},"changedAt":"${changedAt}"`;
  const [first, second] = [said(true, at), said(false, '2026-03-10T12:00:00.001Z')];
  for (const lines of [
    [first, second],
    [second, first],
  ]) {
    expect(sift(lines).authority.get('p')?.isSuspended).toBe(false);
  }
});

it('passes over kinds that only a later version knows', () => {
  const { until, ...noted } = sift(['"kind":"unheard-of","playerId":"p"']);
  expect(until).toEqual(new Date(at));
  expect(Object.values(noted).every((some) => (Array.isArray(some) ? some.length : some.size) === 0)).toBe(
    true,
  );
});

it('takes of a sale that both versions wrote what says more, in either order', () => {
  const [, both] = written.sold;
  const less = '"kind":"sold","orderId":"o","codeIds":["c"]';
  for (const lines of [
    [both, less],
    [less, both],
  ]) {
    expect(sift(lines).sold).toEqual([{ ...code, orderId: 'o', playerId: 'p' }]);
  }
});
