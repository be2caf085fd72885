// SPDX-License-Identifier: Apache-2.0

import { countSuperAdmins } from './roles/role-store.ts';
import './counters.ts';
import './domain-events.ts';
import { resolve } from 'node:path';
import type { AskApproval } from '../../approval-ports.ts';
import type { Feature, FeatureModule, Platform } from '../../feature.ts';
import type { Database } from '../../platform/db/database.ts';
import { enqueue } from '../../platform/jobs/outbox.ts';
import type { JournalEntry } from '../../platform/journal/entries.ts';
import type { PlayPauses } from '../../play-ports.ts';
import type {
  DeletionObstacle,
  Erasure,
  ExportParts,
  ListStandstills,
  ProfileParts,
  TableSection,
  UserRecords,
} from '../../ports.ts';
import { registerCommands } from '../../providers/discord/commands.ts';
import { createDiscordSignIn } from '../../providers/discord/sign-in.ts';
import { discordUserAgent } from '../../providers/discord/user-agent.ts';
import { createGoogle } from '../../providers/google/google.ts';
import { version } from '../../version.ts';
import { eraseDue, forgetDeletedPlayer, forgetTask } from './deletion/erase-account.ts';
import { repeatErasure } from './deletion/repeat-erasure.ts';
import { type ArchiveName, openArchives } from './export/archives.ts';
import { type ExportTarget, exportPlayer } from './export/export-player.ts';
import {
  forgetExpired,
  forgetTask as forgetExportsTask,
  removeArchives,
  removeTask,
} from './export/forget-exports.ts';
import { exportMaker, makeTask } from './export/make-exports.ts';
import { countSections } from './export/sections.ts';
import { forgetFreeHandles } from './handles/handle-store.ts';
import { createHandleScreen } from './handles/screen.ts';
import { type Changed, noteAuthority, noteAuthorityTask } from './note-authority.ts';
import { noteTask } from './note-in-journal.ts';
import { deleteExpiredChallenges } from './passkey-store.ts';
import { countMailRefused } from './player-store.ts';
import { roleProofs } from './roles/proofs.ts';
import { accountsRoutes } from './routes.ts';
import { deleteExpired } from './sessions/session-store.ts';
import type { Sessions } from './sessions/sessions.ts';
import { notifyEarlierSignInsTask, notifyJoinedAccounts } from './sign-in/notify-joined-accounts.ts';
import { callbackPath } from './sign-in/routes.ts';
import { accountKeys } from './tokens.ts';
import { editUserAsApproved, updateUser } from './users/edit-user.ts';

export { endEveryAccess } from './authority-queries.ts';
export { listNotErased } from './deletion/account-deletion-store.ts';
export { cancelDeletionsAgain } from './deletion/repeat-erasure.ts';
export { hasArchive } from './export/ask-export.ts';
export { findByHandle, getPublicPlayers } from './handles/handle-store.ts';
export {
  countByDomain,
  countReferral,
  findAccounts,
  findEraseAt,
  findReferrer,
  getContact,
  getContacts,
  getReferralCode,
  hasAccount,
  holdPayees,
  holdPlayers,
  isInvited,
  isVerified,
  noteMail,
  uncountReferral,
} from './player-store.ts';
export {
  type Given,
  isAnythingWithdrawn,
  type WithdrawnAgain,
  withdrawAgain,
} from './restores/withdraw-again.ts';
export { appoint } from './roles/appoint.ts';
export { authoriseOverOther, holdCaller, holdRights, readRights } from './roles/authority.ts';
export { listOfficers } from './roles/list-officers.ts';
export { wereOfficersChanged } from './roles/officer-change-store.ts';
export { countSuperAdmins, listRoles } from './roles/role-store.ts';
export { deviceName } from './rules.ts';
export { factorDemand } from './second-factor/demand-factor.ts';
export { holdSession } from './sessions/session-store.ts';
export { createSessions } from './sessions/sessions.ts';
export { completeSignIn } from './sign-in/complete-sign-in.ts';
export { findAddresses } from './sign-in/find-addresses.ts';
export { accountKeys } from './tokens.ts';
export { searchUserIds } from './users/player-search-store.ts';

interface Ports {
  sessions: Sessions;
  profileParts: ProfileParts;
  exports: ExportParts;
  tableSections: readonly TableSection[];
  obstacles: readonly DeletionObstacle[];
  departures: readonly Erasure[];
  erasures: readonly Erasure[];
  userRecords: UserRecords;
  personalFields: readonly string[];
  askApproval: AskApproval;
  playPauses: PlayPauses;
  listStandstills: ListStandstills;
  stopping: () => boolean;
}

const sweepTask = 'forget-expired-sign-ins';
const eraseTask = 'erase-deleted-players';
const discordTask = 'register-discord-commands';

/** A job, so that an outage of Discord delays nothing and the call is retried. */
export async function announceCommands(db: Database): Promise<void> {
  await db.transaction((tx) => enqueue(tx, discordTask, {}, { key: discordTask, maxAttempts: 10 }));
}

// Hourly; and every minute for exports that failed or whose process died. The latter has no job key: with one,
// graphile-worker would use up the attempts of a run in progress.
const crontab = [
  `17 * * * * ${sweepTask}`,
  `27 * * * * ${eraseTask}`,
  `33 * * * * ${notifyEarlierSignInsTask}`,
  `37 * * * * ${forgetExportsTask}`,
  `* * * * * ${makeTask}`,
].join('\n');

/** Account operations for operators: by command, and after a restore. */
export interface AccountsByOperators {
  /** Writes all data about a player as an archive; false if the account does not exist. */
  exportPlayer(playerId: string, to: ExportTarget): Promise<boolean>;
  /** Erases an account again whose erasure is missing from the restored database. */
  repeatErasure(erased: { playerId: string; deletedAt: Date }): Promise<boolean>;
}

/** Accounts: identities, sessions, roles, users, export and deletion. */
function accountsFeature(
  platform: Platform,
  { exports, tableSections, obstacles, departures, erasures, personalFields, stopping, ...ports }: Ports,
) {
  const { config, appSecret, db, clock, objects, log, journal } = platform;
  const { publicUrl, superAdminEmails, coinAdjustmentWarningGC } = config;
  const api = `${publicUrl}/api/v1`;
  const userAgent = discordUserAgent({ url: publicUrl, version });
  const discord = { ...config.discord, userAgent, log };
  const deletionParts = { obstacles, departures, erasures, personalFields };
  const archives = openArchives(objects, resolve(config.dataDir, 'export-drafts'));
  const { perDay, keptForMs } = config.dataExports;
  const exporting = { db, clock, archives };
  const archiving = {
    ...{ db, clock, exports, tableSections },
    profileParts: ports.profileParts,
    brandName: config.brand.name,
  };
  const makeExports = exportMaker({ ...archiving, archives, log, keptForMs, stopping });

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
        archives,
        dataExports: { perDay, sectionCount: countSections(tableSections) },
        deletionParts,
        journal,
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
      [eraseTask]: () =>
        eraseDue({ ...ports, db, clock, journal, deletionParts, keys: accountKeys(appSecret) }),
      [notifyEarlierSignInsTask]: () => notifyJoinedAccounts(db),
      [noteTask]: ({ entry }: { entry: JournalEntry }) => journal.write(entry),
      [noteAuthorityTask]: (changed: Changed) => noteAuthority(changed, { db, journal }),
      [discordTask]: () => registerCommands(discord),
      [makeTask]: makeExports,
      [removeTask]: ({ archives: gone }: { archives: ArchiveName[] }) => removeArchives(gone, exporting),
      [forgetExportsTask]: () => forgetExpired(exporting),
    },
    crontab,
    approvable: {
      [updateUser]: async (tx, approved) => {
        const changed = await editUserAsApproved(tx, approved, {
          ...ports,
          db,
          clock,
          coinAdjustmentWarningGC,
          journal,
        });
        ports.sessions.forget(`${(approved.input as { userId: string }).userId}`);
        return changed;
      },
    },
    publishes: {
      'player.first-signed-in': 'A player signed in for the first time',
      'player.signed-in': 'A player signed in',
      'player.deleted': 'A player’s account was deleted, to be erased later',
      'data-export.ended': 'An export of a player’s data is ready, or could not be made',
      'player.suspended': 'A player was suspended',
      'player.handle-reset': 'A player’s handle was reset',
      'player.epic-accounts-shown': 'A player showed which game accounts are linked at Discord',
      'player.sign-in-changed':
        'A way to sign in to a player’s account was added or removed, or its address changed',
      'player.second-factor-changed': 'An administrator’s second factor changed',
    },
    overview: { superAdmins: () => countSuperAdmins(db), mailRefused: () => countMailRefused(db.reports) },
    watched: [{ part: 'sign-in', routes: ['/auth'], providers: ['google', 'discord'] }],
    start: () => announceCommands(db),
    exportPlayer: (playerId, to) => exportPlayer(playerId, to, archiving),
    repeatErasure: (erased) =>
      repeatErasure(erased, {
        db,
        clock,
        appSecret,
        playPauses: ports.playPauses,
        departures,
        deletionParts,
      }),
  } satisfies Feature & AccountsByOperators;
}

export const module = {
  tables: [
    'account_deletions',
    'authenticator_apps',
    'data_exports',
    'deleted_identities',
    'discord_link_tokens',
    'handle_changes',
    'handles',
    'officer_changes',
    'identities',
    'passkey_challenges',
    'passkeys',
    'player_search',
    'player_states',
    'players',
    'recovery_codes',
    'roles',
    'session_ends',
    'sessions',
    'sign_in_tokens',
    'used_sign_ins',
    'user_notes',
    'wrong_codes',
  ],
  proofs: roleProofs,
  personalFields: ['name', 'handle', 'email', 'avatar', 'googleId', 'discordUserId'],
  open: accountsFeature,
} satisfies FeatureModule;
