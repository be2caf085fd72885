// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import type { CarryOut } from './approval-ports.ts';
import { connect } from './connections.ts';
import type { Feature, Platform } from './feature.ts';
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
import { collectJobs, type Jobs } from './jobs.ts';
import { ledgerFeature } from './ledger/feature.ts';
import { holdingCallers } from './platform/db/caller.ts';
import type { DomainEventName } from './platform/jobs/outbox.ts';
import type { Member } from './platform/processes/member.ts';
import { serve } from './serve.ts';
import { collectListeners, collectPersonalData, together } from './together.ts';

export interface App extends Jobs, accounts.AccountsByOperators {
  http: FastifyInstance;
  features: readonly Feature[];
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
  const { db, clock, listener, config } = platform;
  const connections = connect(platform, { crontab: () => jobs.crontab, approvable: () => approvable });
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

  const accountsFeature = accounts.accountsFeature(platform, {
    ...connections,
    ...collectPersonalData(playing),
    sessions,
    stopping,
  });
  const features = [
    ...playing,
    accountsFeature,
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
  const jobs: Jobs = collectJobs(platform, all, collectListeners(all));
  const http = await serve(platform, all, {
    authenticate: sessions.authenticate,
    demandFactor: accounts.factorDemand({ ...config.secondFactor, clock }),
    eventWords,
    stopping,
    member,
  });
  const { exportPlayer, eraseAgain } = accountsFeature;
  return { http, ...jobs, features: all, exportPlayer, eraseAgain };
}
