// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import type { CarryOut } from './approval-ports.ts';
import { connect } from './connections.ts';
import { doors } from './doors.ts';
import type { Feature, Platform } from './feature.ts';
import * as accounts from './features/accounts/feature.ts';
import { collectJobs, type Jobs } from './jobs.ts';
import { door as ledger } from './ledger/feature.ts';
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
    ledger.open(platform),
    doors.challenges.open(platform, connections),
    doors.shop.open(platform, connections),
    doors.coins.open(platform, connections),
    doors['responsible-play'].open(platform, connections),
    doors.promotions.open(platform, connections),
    doors.giveaways.open(platform, connections),
    doors.leaderboards.open(platform, connections),
    doors.friends.open(platform, connections),
    doors.notifications.open(platform, connections),
    doors.referrals.open(platform, connections),
    doors['fair-play'].open(platform, connections),
    doors.achievements.open(platform, connections),
    doors.receipts.open(platform, connections),
    doors['outgoing-webhooks'].open(platform, { ...connections, stopping }),
    doors.wallet.open(platform),
    doors['saved-views'].open(platform, connections),
    doors.seals.open(platform),
    doors.approvals.open(platform, connections),
  ] as const;

  const accountsFeature = doors.accounts.open(platform, {
    ...connections,
    ...collectPersonalData(playing),
    sessions,
    stopping,
  });
  const features = [
    ...playing,
    accountsFeature,
    doors['audit-log'].open(platform, connections),
    doors.settings.open(platform),
    doors.landing.open(platform, connections),
  ] as const;

  const approvable: Readonly<Record<string, CarryOut>> = together(features, 'approvable');
  const eventWords: Record<DomainEventName, string> = together(features, 'publishes');
  const all = [
    ...features,
    doors.books.open(platform, { parts: together(playing, 'books') }),
    doors.overview.open(platform, { parts: together(playing, 'overview'), eventWords }),
    doors['browser-errors'].open(platform),
    doors.status.open(platform, { watched: features.flatMap(({ watched = [] }: Feature) => watched) }),
  ] as const;
  const jobs: Jobs = collectJobs(platform, all, collectListeners(all));
  const http = await serve(platform, all, {
    authenticate: sessions.authenticate,
    findSignedIn: sessions.findSignedIn,
    demandFactor: accounts.factorDemand({ ...config.secondFactor, clock }),
    eventWords,
    stopping,
    member,
  });
  const { exportPlayer, eraseAgain } = accountsFeature;
  return { http, ...jobs, features: all, exportPlayer, eraseAgain };
}
