import { Readable } from 'node:stream';
import type { PlayerExport } from '../../../../contract/own-account.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import type { ExportParts, ProfileParts } from '../../../ports.ts';
import { readFactors } from '../factor-store.ts';
import { listHandleChanges } from '../handles/handle-store.ts';
import { getAvatar } from '../handles/rules.ts';
import { listPasskeys } from '../passkey-store.ts';
import { findPlayer } from '../player-store.ts';
import { listSessions } from '../sessions/session-store.ts';
import { viewSession } from '../sessions/views.ts';
import { getIdentities } from '../sign-in/identity-store.ts';

type OwnPart = Exclude<keyof PlayerExport, keyof ExportParts>;

export interface ExportDeps {
  db: Database;
  clock: Clock;
  profileParts: Pick<ProfileParts, 'balances'>;
  exportParts: ExportParts;
}

/**
 * Everything that is held about a player (docs/rules.md, Export), as the JSON of a whole answer. A stream: a long
 * history is read and sent page by page. Accounts' own part is read before the first byte, so that a database that is
 * away is told as such.
 */
export async function exportData(playerId: string, deps: ExportDeps): Promise<Readable | Refusal> {
  const own = await readOwnPart(playerId, deps);
  return own ? Readable.from(write(own, playerId, deps.exportParts)) : refuse('session_ended');
}

async function readOwnPart(
  playerId: string,
  { db, clock, profileParts }: ExportDeps,
): Promise<Pick<PlayerExport, OwnPart> | undefined> {
  const now = clock.now();
  const [player, balances, handleChanges, identities, sessions, secondFactor, passkeys] = await Promise.all([
    findPlayer(db, playerId),
    profileParts.balances(playerId),
    listHandleChanges(db, playerId),
    getIdentities(db, playerId),
    listSessions(db, playerId, now),
    readFactors(db, playerId),
    listPasskeys(db, playerId),
  ]);
  if (!player) return undefined;
  const { id, avatarUrl, createdAt, discordUserId, handle, drawnAvatar, ...known } = player;
  return {
    exportedAt: now.toISOString(),
    profile: {
      ...known,
      _id: id,
      avatar: avatarUrl,
      inPublic: { handle, avatar: getAvatar(id, drawnAvatar) },
      createdAt: createdAt.toISOString(),
      discordLinked: discordUserId !== null,
      discordUserId,
      ...balances,
    },
    handleChanges: handleChanges.map((change) => ({
      ...change,
      changedAt: change.changedAt.toISOString(),
    })),
    identities: identities.map((identity) => ({
      ...identity,
      createdAt: identity.createdAt.toISOString(),
      lastSignedInAt: identity.lastSignedInAt.toISOString(),
    })),
    sessions: sessions.map(viewSession),
    secondFactor: {
      appSince: secondFactor.appSince?.toISOString() ?? null,
      passkeys,
      recoveryCodesLeft: secondFactor.recoveryCodesLeft,
    },
  };
}

async function* write(own: object, playerId: string, parts: ExportParts): AsyncGenerator<string> {
  yield `{"message":"OK","data":${JSON.stringify(own).slice(0, -1)}`;
  for (const [part, read] of Object.entries(parts)) {
    yield `,"${part}":[`;
    let isFirst = true;
    for await (const item of read(playerId)) {
      yield `${isFirst ? '' : ','}${JSON.stringify(item)}`;
      isFirst = false;
    }
    yield ']';
  }
  yield '}}';
}
