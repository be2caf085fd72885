// SPDX-License-Identifier: Apache-2.0

import { generateKeyPairSync, sign } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { leafInput, nodeInput, restoreText, toBase64, toHex } from '../../../../contract/seal-proof.ts';
import type { RestoreNote, SealedEntries } from '../../../../contract/seals.ts';
import {
  line,
  log,
  origin,
  pair,
  playerId,
  salt,
  seal,
  sha256,
} from '../../../../tests/support/sealed-line.ts';
import { startSession } from '../../../lib/session.ts';
import { fakeStorage } from '../../../lib/testing/fake-storage.ts';
import { checkStatement } from './check-statement.ts';
import { forgetSeen, seenLog } from './seen-log.ts';

const answer = seal();
const open = { ...answer, entries: [{ transferId: line._id, proof: null }] };
const third = sha256(leafInput(salt, 'third'));
const longer = toHex(sha256(nodeInput(Buffer.from(answer.head.root, 'hex'), third)));
const publicKey = log.keys[0]?.publicKey;
const seen = {
  ...{ origin, size: 2, root: answer.head.root, keyId: answer.head.keyId, publicKey },
  seenAt: '2026-11-22T18:01:10.000Z',
};

let shown: SealedEntries[];
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(line.date) + 60_000 });
  vi.stubGlobal('localStorage', fakeStorage());
  vi.stubGlobal('fetch', async (request: string | URL | Request) => {
    const url = request instanceof Request ? request.url : String(request);
    const data = url.includes('/consistency')
      ? { hashes: [toHex(third)] }
      : shown.length > 1
        ? shown.shift()
        : shown[0];
    return Response.json({ message: 'said', data });
  });
  startSession('secret');
  forgetSeen();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function check(...answers: SealedEntries[]) {
  shown = answers;
  const checked = checkStatement([line], playerId);
  await vi.advanceTimersByTimeAsync(20_000);
  return checked;
}

describe('the check of a statement in the browser', () => {
  it('confirms a sealed line, and remembers the head and the whole key', async () => {
    const { faults, lines } = await check(answer);
    expect(faults).toEqual([]);
    expect(lines.get(line._id)).toMatchObject({ isRight: true, place: 2, sealing: { head: answer.head } });
    expect(seenLog.read()).toMatchObject({ size: 2, root: answer.head.root, publicKey });
  });

  it('waits for the proof of a recent line, and refuses an old line without a proof', async () => {
    const young = await check(open);
    expect([young.faults, young.lines.get(line._id)]).toEqual([[], null]);
    vi.setSystemTime(Date.parse(line.date) + 5 * 60_000);
    for (const each of [open, { ...open, head: null }]) {
      const { faults, lines } = await check(each);
      expect(faults).toContain('unproved');
      expect(lines.get(line._id)).toEqual({ isRight: false, place: 0, sealing: null });
    }
  });

  it('refuses a ledger that shrank since the last visit, after asking again', async () => {
    seenLog.write({ ...seen, size: 3, root: longer });
    expect((await check(answer)).faults).toEqual(['older']);
    expect(seenLog.read()).toMatchObject({ size: 3, root: longer });
    seenLog.write(seen);
    expect((await check({ ...open, head: null }, answer)).faults).toEqual([]);
    expect((await check({ ...open, head: null })).faults).toEqual(['older']);
  });

  describe('after a restore', () => {
    const note = (about: object = {}, key = pair.privateKey) => {
      const said = {
        size: 2,
        notedAt: '2026-11-22T18:30:00.000Z',
        reason: 'A disk failed on 22 November',
        keyId: answer.head.keyId,
        ...about,
      };
      const signature = toBase64(sign(null, Buffer.from(restoreText(origin, said)), key));
      return { ...said, signature };
    };
    const withNotes = (...restores: RestoreNote[]) => ({ ...answer, log: { ...log, restores } });
    beforeEach(() => seenLog.write({ ...seen, size: 3, root: longer }));

    it('shows the operator’s signed note beside the warning, which stays', async () => {
      const right = note();
      const { faults, restores } = await check(withNotes(right));
      expect([faults, restores]).toEqual([['older'], [right]]);
      expect(seenLog.read()?.size).toBe(3);
    });

    it.each([
      ['signed by another key', note({}, generateKeyPairSync('ed25519').privateKey)],
      ['with changed text', { ...note(), reason: 'Nothing was lost' }],
      ['about a restore that lost nothing seen here', note({ size: 3 })],
      ['written before the lost entries were seen', note({ notedAt: '2026-11-22T18:00:00.000Z' })],
      ['with a key that the log does not have', note({ keyId: '00000000' })],
    ])('shows no note %s', async (_, wrong) => {
      const { faults, restores } = await check(withNotes(wrong));
      expect([faults, restores]).toEqual([['older'], []]);
    });

    it('shows no note when the key is unknown or nothing is missing', async () => {
      seenLog.write({ ...seen, size: 3, root: longer, publicKey: 'AAAA' });
      expect(await check(withNotes(note()))).toMatchObject({ faults: ['unknown-key'], restores: [] });
      seenLog.write(seen);
      expect(await check(withNotes(note()))).toMatchObject({ faults: [], restores: [] });
    });
  });
});
