// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { type PlayerExport, playerExport } from '../../../../contract/player-export.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import { readPart } from '../../../platform/db/parts.ts';
import type { ExportParts, ProfileParts, TableSection } from '../../../ports.ts';
import { readFactors } from '../factor-queries.ts';
import { listHandleChanges } from '../handles/handle-store.ts';
import { getAvatar } from '../handles/rules.ts';
import { listPasskeys } from '../passkey-store.ts';
import { findPlayer } from '../player-store.ts';
import { listSessions } from '../sessions/session-store.ts';
import { viewSession } from '../sessions/views.ts';
import { getIdentities } from '../sign-in/identity-store.ts';
import { exportNotes } from '../users/export-notes.ts';
import { listExports } from './data-export-store.ts';
import { viewExport } from './views.ts';

export interface SectionDeps {
  db: Database;
  clock: Clock;
  profileParts: Pick<ProfileParts, 'balances'>;
  /** Readers of other features. */
  exports: ExportParts;
  /** Sections derived from tables. */
  tableSections: readonly TableSection[];
}

type SectionName = keyof PlayerExport;
type ItemOf<Name extends SectionName> = PlayerExport[Name] extends (infer Item)[] ? Item : PlayerExport[Name];
type Readers = { [Name in SectionName]: (playerId: string) => AsyncIterable<ItemOf<Name>> };

/** One part of an export: its name, the shape of its items, and a reader that yields them one by one. */
export interface Section {
  name: string;
  /** False if it is a single object rather than a list. */
  isList: boolean;
  item: z.ZodType;
  read(playerId: string): AsyncIterable<unknown>;
}

const entries = Object.entries(playerExport.shape) as [SectionName, z.ZodType][];
export const countSections = (ofTables: readonly TableSection[]) => entries.length + ofTables.length;

async function* each<Item>(items: Promise<readonly Item[]>): AsyncGenerator<Item> {
  yield* await items;
}

/** The readers of this feature. */
function ownReaders({ db, clock, profileParts }: SectionDeps): Omit<Readers, keyof ExportParts> {
  const { reports } = db;
  return {
    async *profile(playerId) {
      const player = await findPlayer(reports, playerId);
      if (!player) return;
      const { id, avatarUrl, createdAt, discordUserId, handle, drawnAvatar, ...known } = player;
      yield {
        ...known,
        _id: id,
        avatar: avatarUrl,
        inPublic: { handle, avatar: getAvatar(id, drawnAvatar) },
        createdAt: createdAt.toISOString(),
        discordLinked: discordUserId !== null,
        discordUserId,
        ...(await readPart(db, profileParts.balances(playerId))),
      };
    },
    async *handleChanges(playerId) {
      for await (const change of each(listHandleChanges(reports, playerId))) {
        yield { ...change, changedAt: change.changedAt.toISOString() };
      }
    },
    async *identities(playerId) {
      for await (const identity of each(getIdentities(reports, playerId))) {
        yield {
          ...identity,
          createdAt: identity.createdAt.toISOString(),
          lastSignedInAt: identity.lastSignedInAt.toISOString(),
        };
      }
    },
    async *sessions(playerId) {
      for await (const session of each(listSessions(reports, playerId, clock.now())))
        yield viewSession(session);
    },
    async *secondFactor(playerId) {
      const { appSince, recoveryCodesLeft } = await readFactors(reports, playerId);
      const passkeys = await listPasskeys(reports, playerId);
      yield { appSince: appSince?.toISOString() ?? null, passkeys, recoveryCodesLeft };
    },
    async *dataExports(playerId) {
      for await (const row of each(listExports(reports, playerId))) yield viewExport(row, clock.now());
    },
    notes: (playerId) => exportNotes(reports, playerId),
  };
}

/** All sections, in their order. */
export function listSections(deps: SectionDeps): readonly Section[] {
  const readers: Readers = { ...ownReaders(deps), ...deps.exports };
  const ofContract = entries.map(([name, schema]) => {
    const isList = schema instanceof z.ZodArray;
    return { name, isList, item: isList ? (schema.element as z.ZodType) : schema, read: readers[name] };
  });
  const ofTables = deps.tableSections.map(({ name, fields, read }) => ({
    name,
    isList: true,
    item: z.object(Object.fromEntries(fields.map((field) => [field, z.unknown()]))),
    read: (playerId: string) => read(deps.db.reports, playerId),
  }));
  return [...ofContract, ...ofTables];
}
