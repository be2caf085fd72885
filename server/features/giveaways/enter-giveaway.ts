// SPDX-License-Identifier: Apache-2.0

import type { Giveaway } from '../../../contract/giveaways.ts';
import { isEditor } from '../../platform/db/editors.ts';
import { findAnswer, storeAnswer } from '../../platform/db/idempotency.ts';
import type { SessionPlayer } from '../../platform/http/authentication.ts';
import { publish } from '../../platform/jobs/outbox.ts';
import { publishToAll } from '../../platform/live/publish.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import type { HoldRights, IsVerified } from '../../ports.ts';
import * as entryStore from './giveaway-entry-store.ts';
import * as store from './giveaway-store.ts';
import type { GiveawaysDeps } from './prizes/pay-prizes.ts';
import { getPhase } from './rules.ts';
import { viewForPlayer } from './views.ts';

export interface EnterDeps extends GiveawaysDeps {
  holdRights: HoldRights;
  isVerified: IsVerified;
}

/**
 * Enters a player, once; entering again gives the same answer. Refuses `not_found`, `giveaway_closed` outside the dates
 * or while inactive, `giveaway_needs_verified_email`, and `giveaway_not_for_administrators` for anyone who holds any
 * permission or ever edited it (docs/rules/giveaways.md, 1, 2).
 */
export function enterGiveaway(
  {
    player,
    giveawayId,
    idempotencyKey,
  }: {
    player: Pick<SessionPlayer, 'id'>;
    giveawayId: string;
    idempotencyKey: string;
  },
  { db, clock, holdRights, isVerified }: EnterDeps,
): Promise<Giveaway | Refusal> {
  const request = {
    playerId: player.id,
    key: idempotencyKey,
    input: { operation: 'giveaway.enter', giveawayId },
  };
  return db.transaction<Giveaway | Refusal>(async (tx) => {
    const known = await findAnswer<Giveaway>(tx, request);
    if (known) return isRefusal(known) ? known : known.answer;
    if ((await holdRights(tx, player.id)).size > 0) return refuse('giveaway_not_for_administrators');
    if (!(await isVerified(tx, player.id))) return refuse('giveaway_needs_verified_email');
    const row = await store.holdGiveaway(tx, giveawayId);
    if (!row) return refuse('not_found');
    if (await isEditor(tx, `giveaway:${giveawayId}`, player.id)) {
      return refuse('giveaway_not_for_administrators');
    }
    const now = clock.now();
    if (!row.isActive || getPhase(row, now) !== 'active') return refuse('giveaway_closed');
    const isNew = await entryStore.insertEntry(tx, giveawayId, player.id, now);
    const view = viewForPlayer(await store.findForPlayer(tx, giveawayId, player.id), now);
    // Players who have entered may repeat this as often as they like, so nothing is stored for it.
    if (!isNew) return view;
    const { participants } = view;
    await publish(tx, 'giveaway.entered', { giveawayId, playerId: player.id });
    await publishToAll(tx, 'giveaway', { giveawayId, participants, isCompleted: false }, giveawayId);
    await storeAnswer(tx, request, view);
    return view;
  });
}
