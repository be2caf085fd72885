// SPDX-License-Identifier: Apache-2.0

import type { z } from 'zod';
import type { FairPlayPlayer, fairPlayApi } from '../../../contract/fair-play-admin.ts';
import type { Database } from '../../platform/db/database.ts';
import type { People } from '../../ports.ts';
import { type FairPlayRow, listRows } from './fair-play-player-store.ts';

const maxPeople = 1000;

function viewPlayer(row: FairPlayRow, contact: { name: string; email: string } | undefined): FairPlayPlayer {
  const { playerId, checkedAt, openSince, dismissedAt, dismissedScore: _, ...figures } = row;
  return {
    user: { _id: playerId, name: contact?.name ?? '', email: contact?.email ?? '' },
    ...figures,
    checkedAt: checkedAt.toISOString(),
    openSince: openSince?.toISOString() ?? null,
    dismissedAt: dismissedAt?.toISOString() ?? null,
  };
}

/** A page of players with their findings, for administrators. */
export async function listPlayers(
  query: z.output<typeof fairPlayApi.players.query>,
  { db, people }: { db: Database; people: People },
) {
  const playerIds = query.search ? await people.searchUserIds(query.search, maxPeople) : undefined;
  const { rows, ...counted } = await listRows(db, query, playerIds);
  const contacts = await people.getContacts(rows.map(({ playerId }) => playerId));
  const list = rows.map((row) => viewPlayer(row, contacts.get(row.playerId)));
  return { list, ...counted, isEstimate: counted.isEstimate || playerIds?.length === maxPeople };
}
