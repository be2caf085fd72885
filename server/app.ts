// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import type { CarryOut } from './approval-ports.ts';
import { connect } from './connections.ts';
import type { Feature, Platform } from './feature.ts';
import * as accounts from './features/accounts/feature.ts';
import { collectJobs, type Jobs } from './jobs.ts';
import { module as ledger } from './ledger/feature.ts';
import { collectListeners, collectPersonalData, mergeFeatures } from './merge-features.ts';
import { type Connected, connected, modules } from './modules.ts';
import { personalFields } from './personal-fields.ts';
import { holdingCallers } from './platform/db/caller.ts';
import type { DomainEventName } from './platform/jobs/outbox.ts';
import { serve } from './serve.ts';

export interface App extends Jobs, accounts.AccountsByOperators {
  http: FastifyInstance;
  features: readonly Feature[];
}

/** Builds the app: opens its features (`modules.ts`), and merges what they contribute. */
export async function buildApp({
  stopping,
  ...given
}: Platform & {
  /** True once shutdown has been requested. */
  stopping: () => boolean;
}): Promise<App> {
  const platform = { ...given, db: holdingCallers(given.db, accounts.holdCaller) };
  const { db, clock, listener, config } = platform;
  const connections = connect(platform, { crontab: () => jobs.crontab, approvable: () => approvable });
  const sessions = accounts.createSessions({
    db,
    clock,
    listener,
    adminIdleMs: config.adminIdleMs,
    isFactorDemanded: config.secondFactor.isDemanded,
  });

  const ports = { ...connections, stopping };
  const playing = [
    ledger.open(platform),
    ...Object.values(connected).map((module): Connected => module.open(platform, ports)),
  ] as const;
  const accountsFeature = modules.accounts.open(platform, {
    ...ports,
    ...collectPersonalData(playing),
    personalFields,
    sessions,
  });
  const features = [...playing, accountsFeature] as const;

  const approvable: Readonly<Record<string, CarryOut>> = mergeFeatures(features, 'approvable');
  const eventWords: Record<DomainEventName, string> = mergeFeatures(features, 'publishes');
  const status = modules.status.open(platform, {
    watched: features.flatMap(({ watched = [] }: Feature) => watched),
  });
  const demandFactor = accounts.factorDemand({ ...config.secondFactor, clock });
  const all = [
    ...features,
    modules.books.open(platform, { parts: mergeFeatures(playing, 'books') }),
    modules.overview.open(platform, { parts: mergeFeatures(features, 'overview'), eventWords }),
    status,
  ] as const;
  const jobs: Jobs = collectJobs(platform, all, collectListeners(all));
  const http = await serve(platform, all, {
    authenticate: sessions.authenticate,
    findSignedIn: sessions.findSignedIn,
    demandFactor: (player, endpoint) =>
      status.refuseInMaintenance(player, endpoint) ?? demandFactor(player, endpoint),
    eventWords,
    stopping,
  });
  const { exportPlayer, repeatErasure } = accountsFeature;
  return { http, ...jobs, features: all, exportPlayer, repeatErasure };
}
