// SPDX-License-Identifier: Apache-2.0

import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Currency } from '../../contract/wallet.ts';
import { openTestDatabase } from '../../tests/support/database.ts';
import { createPlayer } from '../../tests/support/factories.ts';
import { auditLedger } from '../audit.ts';
import { getBalances } from './balances.ts';
import { type Account, type Movement, transfer, transferAlone } from './transfer.ts';

const db = openTestDatabase({ poolSize: 2 });

/** Random movement: players by index, so that the model needs no ids. */
interface Planned {
  currency: Currency;
  amount: number;
  from: number | 'rewards';
  to: number | 'rewards';
  isReversal: boolean;
}
type Step =
  | { kind: 'move'; planned: Planned }
  | { kind: 'replay'; which: number }
  | { kind: 'reuse key'; which: number; planned: Planned }
  | { kind: 'roll back'; planned: Planned };

const account = fc.constantFrom<number | 'rewards'>(0, 1, 2, 'rewards');
const planned = fc
  .record({
    currency: fc.constantFrom<Currency>('GC', 'XP', 'REFERRAL_TOKEN'),
    amount: fc.integer({ min: 1, max: 60 }),
    from: account,
    to: account,
    isReversal: fc.boolean(),
  })
  .filter(({ from, to }) => from !== to);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('move' as const), planned }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('replay' as const), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reuse key' as const), which: fc.nat(), planned }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('roll back' as const), planned }) },
);

const mapKey = (owner: number | 'rewards', currency: Currency) => `${owner}:${currency}`;

/** The ledger's required behaviour, in a few lines without a database. */
function createModel() {
  const held = new Map<string, number>();
  const of = (owner: number | 'rewards', currency: Currency) => held.get(mapKey(owner, currency)) ?? 0;
  return {
    of,
    apply({ currency, amount, from, to, isReversal }: Planned): 'moved' | 'insufficient_coins' {
      if (from !== 'rewards' && !isReversal && of(from, currency) < amount) return 'insufficient_coins';
      held.set(mapKey(from, currency), of(from, currency) - amount);
      held.set(mapKey(to, currency), of(to, currency) + amount);
      return 'moved';
    },
  };
}

let runs = 0;

async function runAgainstModel(steps: Step[]): Promise<void> {
  const run = ++runs;
  const players = [await createPlayer(db), await createPlayer(db), await createPlayer(db)].map(
    ({ id }) => id,
  );
  const model = createModel();
  const moved: Movement[] = [];
  const getAccount = (owner: number | 'rewards'): Account =>
    owner === 'rewards' ? { house: 'rewards' } : { player: players[owner] as string };
  const toMovement = ({ currency, amount, from, to, isReversal }: Planned, key: number): Movement => ({
    currency,
    amount,
    from: getAccount(from),
    to: getAccount(to),
    type: isReversal ? 'reversal' : 'admin_credit',
    reference: `run-${run}`,
    idempotencyKey: `${run}:${key}`,
    description: 'Property',
    mayGoBelowZero: isReversal,
  });

  for (const [index, next] of steps.entries()) {
    if (next.kind === 'move') {
      const movement = toMovement(next.planned, index);
      const outcome = await transferAlone(db, movement);
      const expected = model.apply(next.planned);
      expect('refused' in outcome ? outcome.refused : 'moved').toBe(expected);
      if (expected === 'moved') moved.push(movement);
    } else if (next.kind === 'roll back') {
      const movement = toMovement(next.planned, index);
      const failing = db.transaction(async (tx) => {
        await transfer(tx, movement);
        throw new Error('after the movement');
      });
      await expect(failing).rejects.toThrow('after the movement');
    } else if (moved.length > 0) {
      const earlier = moved[next.which % moved.length] as Movement;
      if (next.kind === 'replay') {
        expect(await transferAlone(db, earlier)).toMatchObject({ isReplay: true });
      } else {
        const other = { ...toMovement(next.planned, 0), idempotencyKey: earlier.idempotencyKey, amount: 61 };
        expect(await transferAlone(db, other)).toEqual({ refused: 'idempotency_key_reused' });
      }
    }
  }
  for (const [index, id] of players.entries()) {
    expect(await getBalances(db, id)).toEqual({
      gamerCoins: model.of(index, 'GC'),
      xp: model.of(index, 'XP'),
      referralTokens: model.of(index, 'REFERRAL_TOKEN'),
    });
  }
}

it('matches the reference model for random sequences of calls', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40, size: 'max' }), runAgainstModel),
    {
      numRuns: 40,
    },
  );
  const { proofs, transfers } = await auditLedger(db);
  expect(transfers).toBeGreaterThan(100);
  // The tokens of this file do not come from referrals, so this proof does not apply.
  const own = proofs.filter(({ claim }) => !claim.includes('referral'));
  expect(own.length).toBeGreaterThan(3);
  expect(own.flatMap(({ breaches }) => breaches)).toEqual([]);
});
