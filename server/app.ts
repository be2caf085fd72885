// SPDX-License-Identifier: Apache-2.0

import type { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { CarryOut } from './approval-ports.ts';
import { connect } from './connections.ts';
import { collectListeners, collectTasks, type Feature, type Platform, together } from './feature.ts';
import * as accounts from './features/accounts/feature.ts';
import { achievementsFeature } from './features/achievements/feature.ts';
import { approvalsFeature } from './features/approvals/feature.ts';
import { auditLogFeature } from './features/audit-log/feature.ts';
import { booksFeature } from './features/books/feature.ts';
import { browserErrorsFeature } from './features/browser-errors/feature.ts';
import { challengesFeature } from './features/challenges/feature.ts';
import { coinsFeature } from './features/coins/feature.ts';
import { fairPlayFeature } from './features/fair-play/feature.ts';
import { friendsFeature } from './features/friends/feature.ts';
import { giveawaysFeature } from './features/giveaways/feature.ts';
import { landingFeature } from './features/landing/feature.ts';
import { leaderboardsFeature } from './features/leaderboards/feature.ts';
import { notificationsFeature } from './features/notifications/feature.ts';
import { outgoingWebhooksFeature } from './features/outgoing-webhooks/feature.ts';
import { overviewFeature } from './features/overview/feature.ts';
import { promotionsFeature } from './features/promotions/feature.ts';
import { receiptsFeature } from './features/receipts/feature.ts';
import { referralsFeature } from './features/referrals/feature.ts';
import { responsiblePlayFeature } from './features/responsible-play/feature.ts';
import { savedViewsFeature } from './features/saved-views/feature.ts';
import { sealsFeature } from './features/seals/feature.ts';
import { settingsFeature } from './features/settings/feature.ts';
import { shopFeature } from './features/shop/feature.ts';
import { statusFeature } from './features/status/feature.ts';
import { walletFeature } from './features/wallet/feature.ts';
import { ledgerFeature } from './ledger/feature.ts';
import { adminChangeMonths } from './platform/db/admin-change-months.ts';
import { holdingCallers } from './platform/db/caller.ts';
import { installationId } from './platform/db/installation.ts';
import { housekeepingCrontab, housekeepingTasks } from './platform/jobs/housekeeping.ts';
import { listenerTasks } from './platform/jobs/listeners.ts';
import type { DomainEventName, Tasks } from './platform/jobs/outbox.ts';
import { tracedTasks } from './platform/jobs/traced-tasks.ts';
import { monthsCrontab, monthsTasks } from './platform/months/tasks.ts';
import type { Member } from './platform/processes/member.ts';
import { serve } from './serve.ts';

export interface App {
  http: FastifyInstance;
  tasks: Tasks;
  crontab: string;
  features: readonly Feature[];
  /** Everything that is held about a player, as an archive; false where there is no such account. */
  /** Erases an account that was erased before, in a database that was restored. */
  eraseAgain(erased: { playerId: string; deletedAt: Date }): Promise<boolean>;
  exportPlayer(playerId: string, to: { folder: string; target: Writable }): Promise<boolean>;
}

/** Builds the app: lists its features, and merges what they contribute. */
export async function buildApp({
  stopping,
  member,
  ...given
}: Platform & {
  /** True once shutdown has been requested. */
  stopping: () => boolean;
  /** Where this is one of several processes of one start. */
  member?: Member | undefined;
}): Promise<App> {
  const platform = { ...given, db: holdingCallers(given.db, accounts.holdCaller) };
  const { db, clock, listener, config, log, appSecret } = platform;
  const connections = connect(platform, { crontab: () => crontab, approvable: () => approvable });
  const sessions = accounts.createSessions({ db, clock, listener, adminIdleMs: config.adminIdleMs });

  const playing = [
    ledgerFeature(platform),
    challengesFeature(platform, connections),
    shopFeature(platform, connections),
    coinsFeature(platform, connections),
    responsiblePlayFeature(platform, connections),
    promotionsFeature(platform, connections),
    giveawaysFeature(platform, connections),
    leaderboardsFeature(platform, connections),
    friendsFeature(platform, connections),
    notificationsFeature(platform, connections),
    referralsFeature(platform, connections),
    fairPlayFeature(platform, connections),
    achievementsFeature(platform, connections),
    receiptsFeature(platform, connections),
    outgoingWebhooksFeature(platform, { ...connections, stopping }),
    walletFeature(platform),
    savedViewsFeature(platform, connections),
    sealsFeature(platform),
    approvalsFeature(platform, connections),
  ] as const;

  const departures = playing.flatMap(({ departures: some = [] }: Feature) => some);
  const erasures = playing.flatMap(({ erasures: some = [] }: Feature) => some);

  const features = [
    ...playing,
    accounts.accountsFeature(platform, {
      ...connections,
      sessions,
      stopping,
      exports: together(playing, 'exports'),
      obstacles: playing.flatMap(({ obstacles = [] }: Feature) => obstacles),
      departures,
      erasures,
      userRecords: together(playing, 'userRecords'),
    }),
    auditLogFeature(platform, connections),
    settingsFeature(platform),
    landingFeature(platform, connections),
  ] as const;

  const approvable: Readonly<Record<string, CarryOut>> = together(features, 'approvable');
  const eventWords: Record<DomainEventName, string> = together(features, 'publishes');
  const all = [
    ...features,
    booksFeature(platform, { parts: together(playing, 'books') }),
    overviewFeature(platform, { parts: together(playing, 'overview'), eventWords }),
    browserErrorsFeature(platform),
    statusFeature(platform, { watched: features.flatMap(({ watched = [] }: Feature) => watched) }),
  ] as const;
  const lines = all.flatMap(({ crontab }: Feature) => crontab ?? []);
  const crontab: string = [housekeepingCrontab, monthsCrontab, ...lines].join('\n');
  const months = monthsTasks({
    ...platform,
    installationId: installationId(db),
    tables: [adminChangeMonths, ...all.flatMap(({ parted = [] }: Feature) => parted)],
    afterMonths: config.archiveAfterMonths,
    findBreaches: async () => (await import('./audit.ts')).findBreaches(db.longRunning, { appSecret }),
  });
  const tasks = {
    ...housekeepingTasks(db),
    ...months,
    ...collectTasks(all),
    ...listenerTasks(collectListeners(all)),
  };
  const http = await serve(platform, all, {
    authenticate: sessions.authenticate,
    findSignedIn: sessions.findSignedIn,
    demandFactor: accounts.factorDemand({ ...config.secondFactor, clock }),
    eventWords,
    stopping,
    member,
  });
  return {
    http,
    tasks: tracedTasks(tasks, log),
    crontab,
    features: all,
    eraseAgain: (erased) =>
      accounts.eraseAgain(erased, {
        db,
        clock,
        appSecret,
        playPauses: connections.playPauses,
        departures,
        deletionParts: { erasures },
      }),
    exportPlayer: (playerId, to) =>
      accounts.exportPlayer(playerId, {
        ...to,
        db,
        clock,
        brandName: config.brand.name,
        profileParts: connections.profileParts,
        exports: together(playing, 'exports'),
      }),
  };
}
