import type { Readable } from 'node:stream';
import './domain-events.ts';
import type { AskApproval } from '../../approval-ports.ts';
import { version } from '../../config.ts';
import type { Feature, Platform } from '../../feature.ts';
import type { Database } from '../../platform/db/database.ts';
import { enqueue } from '../../platform/jobs/outbox.ts';
import { isRefusal } from '../../platform/refusal.ts';
import type { PlayPauses } from '../../play-ports.ts';
import type { DeletionObstacle, Erasure, ExportParts, ProfileParts, UserRecords } from '../../ports.ts';
import { registerCommands } from '../../providers/discord/commands.ts';
import { createDiscordSignIn } from '../../providers/discord/sign-in.ts';
import { discordUserAgent } from '../../providers/discord/user-agent.ts';
import { createGoogle } from '../../providers/google/google.ts';
import { eraseDue, forgetDeletedPlayer, forgetTask } from './deletion/erase-account.ts';
import { forgetFreeHandles } from './handles/handle-store.ts';
import { createHandleScreen } from './handles/screen.ts';
import { deleteExpiredChallenges } from './passkey-store.ts';
import { type ExportDeps, exportData } from './profile/export-data.ts';
import { accountsRoutes } from './routes.ts';
import { deleteExpired } from './sessions/session-store.ts';
import type { Sessions } from './sessions/sessions.ts';
import { callbackPath } from './sign-in/routes.ts';
import { accountKeys } from './tokens.ts';
import { editUserAsApproved, updateUser } from './users/edit-user.ts';
import { exportNotes } from './users/export-notes.ts';

export { findByHandle, publicPlayers } from './handles/handle-store.ts';
export {
  countReferral,
  findAccounts,
  findReferrer,
  getContact,
  getContacts,
  getReferralCode,
  hasAccount,
  holdOwed,
  holdPlayers,
  isInvited,
  isVerified,
  uncountReferral,
} from './player-store.ts';
export { appoint } from './roles/appoint.ts';
export { authoriseOverOther, holdCaller, holdRights, readRights } from './roles/authority.ts';
export { listOfficers } from './roles/list-officers.ts';
export { roleProofs } from './roles/proofs.ts';
export { deviceName } from './rules.ts';
export { factorDemand } from './second-factor/demand-factor.ts';
export { holdSession } from './sessions/session-store.ts';
export { createSessions } from './sessions/sessions.ts';
export { searchUserIds } from './users/user-store.ts';

interface Ports {
  sessions: Sessions;
  profileParts: ProfileParts;
  /** Of other features; accounts' own part is added. */
  exports: Omit<ExportParts, 'notes'>;
  obstacles: readonly DeletionObstacle[];
  departures: readonly Erasure[];
  erasures: readonly Erasure[];
  userRecords: UserRecords;
  askApproval: AskApproval;
  playPauses: PlayPauses;
}

const sweepTask = 'forget-expired-sign-ins';
const eraseTask = 'erase-deleted-players';
const discordTask = 'register-discord-commands';

/** A job, so that a Discord that is down delays nothing and is asked again later. */
export async function announceCommands(db: Database): Promise<void> {
  await db.transaction((tx) => enqueue(tx, discordTask, {}, { key: discordTask, maxAttempts: 10 }));
}

/** All parts of an export: those of other features, and accounts' own. */
function withNotes(db: Database, exports: Omit<ExportParts, 'notes'>): ExportParts {
  return { ...exports, notes: (playerId) => exportNotes(db.reports, playerId) };
}

/** Everything that is held about a player, as the player exports it; undefined where there is no such account. */
export async function exportPlayer(
  playerId: string,
  { exports, ...deps }: Omit<ExportDeps, 'exportParts'> & { exports: Omit<ExportParts, 'notes'> },
): Promise<Readable | undefined> {
  const found = await exportData(playerId, { ...deps, exportParts: withNotes(deps.db, exports) });
  return isRefusal(found) ? undefined : found;
}

/** Being somebody here: identities, sessions, roles, users, an account's export and end. */
export function accountsFeature(
  platform: Platform,
  { exports, obstacles, departures, erasures, ...ports }: Ports,
) {
  const { config, appSecret, db, clock, log } = platform;
  const { publicUrl, superAdminEmails, coinAdjustmentWarningGC } = config;
  const api = `${publicUrl}/api/v1`;
  const userAgent = discordUserAgent({ url: publicUrl, version });
  const discord = { ...config.discord, userAgent, log };
  const deletionParts = { obstacles, departures, erasures };

  return {
    name: 'accounts',
    routes: (app) =>
      accountsRoutes(app, {
        ...ports,
        db,
        clock,
        log,
        appSecret,
        publicUrl,
        superAdminEmails,
        coinAdjustmentWarningGC,
        brandName: config.brand.name,
        secondFactor: config.secondFactor,
        isFit: createHandleScreen(config.brand.name),
        discordPublicKeyHex: config.discord.publicKeyHex,
        providers: [
          createGoogle({ ...config.google, redirectUri: `${api}${callbackPath('google')}`, log }),
          createDiscordSignIn({ ...discord, redirectUri: `${api}${callbackPath('discord')}` }),
        ],
        exportParts: withNotes(db, exports),
        deletionParts,
        deletionGraceMs: config.deletionGraceMs,
      }),
    tasks: {
      async [sweepTask]() {
        await deleteExpired(db, clock.now());
        await deleteExpiredChallenges(db, clock.now());
        await forgetFreeHandles(db, clock.now());
      },
      [forgetTask]: ({ playerId }: { playerId: string }) =>
        forgetDeletedPlayer(playerId, { db, clock, deletionParts }),
      [eraseTask]: () => eraseDue({ ...ports, db, clock, log, deletionParts, keys: accountKeys(appSecret) }),
      [discordTask]: () => registerCommands(discord),
    },
    // Once an hour.
    crontab: `17 * * * * ${sweepTask}\n27 * * * * ${eraseTask}`,
    approvable: {
      [updateUser]: async (tx, approved) => {
        const changed = await editUserAsApproved(tx, approved, {
          ...ports,
          db,
          clock,
          coinAdjustmentWarningGC,
        });
        ports.sessions.forget(`${(approved.input as { userId: string }).userId}`);
        return changed;
      },
    },
    publishes: {
      'player.first-signed-in': 'A player signed in for the first time',
      'player.signed-in': 'A player signed in',
      'player.deleted': 'A player’s account was deleted, to be erased later',
      'player.suspended': 'A player was suspended',
      'player.handle-reset': 'A player’s handle was reset',
      'player.epic-accounts-shown': 'A player showed which Epic accounts are linked at Discord',
      'player.second-factor-changed': 'An administrator’s second factor changed',
    },
    watched: [{ part: 'sign-in', routes: ['/auth'], providers: ['google', 'discord'] }],
    start: () => announceCommands(db),
  } satisfies Feature;
}
