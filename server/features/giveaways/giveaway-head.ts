// SPDX-License-Identifier: Apache-2.0

import { formatAmount, plural } from '../../../contract/amounts.ts';
import { id } from '../../../contract/endpoint.ts';
import { formatShortUtc } from '../../../contract/times.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { PageHead } from '../../platform/http/page-heads.ts';
import { drawGiveawayPicture, type GiveawayPictureFacts } from './draw-share-picture.ts';
import { findShown } from './giveaway-store.ts';
import { getPhase } from './rules.ts';

/**
 * A giveaway page's data for link previews, without any entrants or winners; undefined if players cannot see the
 * giveaway.
 */
export async function readGiveawayHead(
  name: string,
  { db, clock, brandName }: { db: Database; clock: Clock; brandName: string },
): Promise<PageHead | undefined> {
  const { data: giveawayId } = id.safeParse(name);
  const row = giveawayId && (await findShown(db, giveawayId));
  if (!row) return undefined;
  const { title, prizeType, prizeAmount, startsAt, endsAt, drawnAt } = row;
  const phase = getPhase(row, clock.now());
  const count = drawnAt ? row.won : row.winnerCount;
  const winners = plural(count, 'winner');
  const times = {
    upcoming: `Opens ${formatShortUtc(startsAt)}`,
    active: `Ends ${formatShortUtc(endsAt)}`,
    drawing: `Ended ${formatShortUtc(endsAt)}`,
    finished: `Drawn ${formatShortUtc(drawnAt ?? endsAt)}`,
  };
  const prize = `${formatAmount(prizeAmount)} ${prizeType}`;
  const time = times[phase];
  const facts: GiveawayPictureFacts = { title, phase, prizeType, prizeAmount, winners, time, brandName };
  return {
    title: drawnAt ? `Drawn: ${title}` : `${title}: win ${prize}`,
    description: drawnAt
      ? `${winners} of ${prize} each, drawn on ${formatShortUtc(drawnAt)}. Seed and list are public, so your browser can re-check the draw.`
      : `Free to enter: ${winners} of ${prize} each. ${time}. Anyone can check the draw.`,
    picture: { facts, draw: () => drawGiveawayPicture(facts) },
  };
}
