// SPDX-License-Identifier: Apache-2.0

import { plural } from '../../../../contract/amounts.ts';
import { toConditions } from '../../../../contract/attempt-conditions.ts';
import { id } from '../../../../contract/endpoint.ts';
import { gameOf } from '../../../../contract/games/games.ts';
import { formerPlayer } from '../../../../contract/public-players.ts';
import { shareTitle } from '../../../../contract/share-words.ts';
import { sharedReceiptsApi } from '../../../../contract/shared-receipts.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { PageHead } from '../../../platform/http/page-heads.ts';
import { findListedAttempt } from '../attempts/attempt-store.ts';
import { viewAttempt } from '../attempts/views.ts';
import { drawSharePicture, type SharePictureFacts } from './draw-share-picture.ts';
import type { SharingPorts } from './share-receipt.ts';
import { findSharedReceipt } from './shared-receipt-store.ts';

const outcomes = { SUCCESS: 'won', FAILED: 'lost' } as const;

/** What the page of a shared receipt tells chats and social networks about itself; undefined if nothing is shared. */
export async function readReceiptHead(
  name: string,
  { db, publicPlayers, brandName }: Pick<SharingPorts, 'publicPlayers'> & { db: Database; brandName: string },
): Promise<PageHead | undefined> {
  const { data: shareId } = id.safeParse(name);
  const share = shareId && (await findSharedReceipt(db, shareId));
  const row = share && (await findListedAttempt(db, share.attemptId));
  if (!row) return undefined;
  const attempt = viewAttempt(row);
  const { status } = attempt;
  const match = gameOf(attempt).match.one;
  const player = (await publicPlayers(db, [row.playerId])).get(row.playerId) ?? formerPlayer;
  const facts: SharePictureFacts = {
    player,
    outcome: status === 'SUCCESS' || status === 'FAILED' ? outcomes[status] : 'cancelled',
    description: attempt.challenge.description,
    match,
    conditions: toConditions(attempt),
    rewardGC: attempt.rewardGiven,
    brandName,
  };
  const asked = `Top ${row.requiredPlacement} and ${plural(row.requiredKills, 'kill')}`;
  return {
    title: shareTitle(attempt, player),
    description: `${asked} in one ${match}, decided by public game stats. Your browser can re-check the result.`,
    heading: attempt.challenge.description,
    picture: { facts, draw: () => drawSharePicture(facts) },
    reads: `/api/v1${sharedReceiptsApi.read.path.replace(':id', shareId)}`,
  };
}
