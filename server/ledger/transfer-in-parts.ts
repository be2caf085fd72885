// SPDX-License-Identifier: Apache-2.0

import { maxCoins } from '../../contract/endpoint.ts';
import type { Tx } from '../platform/db/database.ts';
import { isRefusal, type Refusal } from '../platform/refusal.ts';
import { type Movement, transfer } from './transfer.ts';

/**
 * Like `transfer`, but the amount may exceed the maximum of one transfer: then it moves in parts, each with its own
 * key.
 * @param movement its amount may be 0: then nothing moves
 * @returns whether the key was used before, or the refusal of the first part
 */
export async function transferInParts(tx: Tx, movement: Movement): Promise<{ isReplay: boolean } | Refusal> {
  let isReplay = false;
  for (let left = movement.amount, part = 1; left > 0; left -= maxCoins, part++) {
    const key = part === 1 ? movement.idempotencyKey : `${movement.idempotencyKey}:${part}`;
    const moved = await transfer(tx, {
      ...movement,
      amount: Math.min(left, maxCoins),
      idempotencyKey: key,
    });
    if (isRefusal(moved)) {
      if (part === 1) return moved;
      throw new Error(`the coins under ${key} could not be moved: ${moved.refused}`);
    }
    isReplay ||= moved.isReplay;
  }
  return { isReplay };
}
