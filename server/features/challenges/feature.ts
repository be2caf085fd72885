// SPDX-License-Identifier: Apache-2.0

import { challengeRules } from '../../../contract/challenge-rules.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { createRateLimiter } from '../../platform/http/rate-limit.ts';
import type { Listener } from '../../platform/listen.ts';
import type { Logger } from '../../platform/log.ts';
import { gaugeBudgets } from '../../providers/games/budget-metrics.ts';
import { gameProviders } from '../../providers/games/games.ts';
import type { StatsByGame } from '../../providers/games/source.ts';
import { hasActiveChallenge } from './challenge-store.ts';
import './counters.ts';
import './domain-events.ts';
import type { AskApproval, TakeCoins } from '../../approval-ports.ts';
import type { ReadServiceAnswers } from '../../business-ports.ts';
import type { Feature, FeatureModule, Platform } from '../../feature.ts';
import type { Tasks } from '../../platform/jobs/outbox.ts';
import { refuse } from '../../platform/refusal.ts';
import { toPage } from '../../platform/to-page.ts';
import type { PlayGate } from '../../play-ports.ts';
import type { Authority, HoldPlayers, People } from '../../ports.ts';
import { challengesAdminRoutes } from './admin-routes.ts';
import { countAttempts, getPlayedRecords } from './attempts/attempt-record-queries.ts';
import { countActive, hasActiveAttempt, listAttempts } from './attempts/attempt-store.ts';
import { viewAttempt } from './attempts/views.ts';
import { disputesAdminRoutes } from './disputes/admin-routes.ts';
import { approvableRulings } from './disputes/decide-dispute.ts';
import { forgetDisputes } from './disputes/dispute-store.ts';
import { exportDisputes } from './disputes/open-dispute.ts';
import { disputesRoutes } from './disputes/routes.ts';
import { challengeEdits } from './edit-challenge.ts';
import { exportAttempts, exportGameAccounts } from './export-attempts.ts';
import { exportProofs, readAllBound } from './game-accounts/account-proof-queries.ts';
import { forgetGameAccounts } from './game-accounts/bound-account-queries.ts';
import { storeShownAccounts } from './game-accounts/prove-account.ts';
import { countCohorts, countEndedAttempts, countPlayed, getChallengeMargins } from './overview-queries.ts';
import { challengeProofs } from './proofs.ts';
import { getSecondsOverdue } from './readings/due-reading-queries.ts';
import { activeGames, openReadingsByGame, type ReadingsByGame } from './readings/game-readings.ts';
import { type ReadDeps, readAttempt } from './readings/read-attempt.ts';
import { readTask } from './readings/reading-jobs.ts';
import { retainedReadings } from './readings/retained-readings-queries.ts';
import { sweepAttempts } from './readings/sweep-attempts.ts';
import { exportShares, type SharingPorts } from './receipts/share-receipt.ts';
import { readReceiptHead } from './receipts/shared-receipt-head.ts';
import { challengesRoutes } from './routes.ts';
import { seedChallenges } from './seed.ts';

export {
  challengeStatsPart,
  countWins,
  findFirstFinished,
  isVoided,
  sumEnteredSince,
} from './attempts/attempt-record-queries.ts';
export { hasActiveChallenge, listChallenges } from './challenge-store.ts';
export { boundAccountsPart } from './game-accounts/account-proof-queries.ts';
export { shareGameAccount } from './game-accounts/bound-account-queries.ts';
export { playedFigures } from './performance/figure-queries.ts';
export { findSharedGameAccounts, readPlayRecord } from './performance/play-record-queries.ts';
export { getBestFigures } from './performance/read-performance.ts';
export { listWins, listWinsOf } from './receipts/shared-receipt-store.ts';

interface Ports extends SharingPorts {
  people: People;
  holdPlayers: HoldPlayers;
  /** Decides whether an administrator may act on another user. */
  authority: Authority;
  askApproval: AskApproval;
  play: PlayGate;
  takeCoins: TakeCoins;
  readServiceAnswers: ReadServiceAnswers;
}

const sweepTask = 'sweep-attempts';

export function challengesTasks(deps: ReadDeps): Tasks {
  return {
    [readTask]: (payload: { attemptId: string }) => readAttempt(payload, deps),
    [sweepTask]: () => sweepAttempts(deps),
  };
}

interface Options {
  db: Database;
  clock: Clock;
  log: Logger;
  listener: Listener;
  gameStats: StatsByGame;
  /** All durations of challenges are divided by this; 1 in production. */
  timeScale: number;
  xp: { finished: number; success: number };
}

/** The dependencies of the routes and tasks. */
export function challengesDeps(options: Options) {
  const { db, clock, log, listener, gameStats, timeScale, xp } = options;
  return {
    db,
    clock,
    log,
    listener,
    limiter: createRateLimiter(db),
    games: openReadingsByGame(gameStats, { db, clock, log, timeScale }),
    rules: challengeRules(timeScale),
    timeScale,
    xp,
  };
}

/** The figures about challenges on the overview. */
const overviewPart = (db: Database, games: ReadingsByGame) =>
  ({
    hasActiveChallenge: () => hasActiveChallenge(db, activeGames(games)),
    endedAttempts: (span) => countEndedAttempts(db.reports, span),
    challengeMargins: (span, limit) => getChallengeMargins(db.reports, span, limit),
    countPlayed: (playerIds) => countPlayed(db.reports, playerIds),
    cohorts: (span) => countCohorts(db.reports, span),
    runningAttempts: () => countActive(db.reports),
  }) satisfies Feature['overview'];

/** Challenges, attempts at them, their readings, verdicts and receipts. */
function challengesFeature(platform: Platform, ports: Ports) {
  const { config, db, clock, log, listener } = platform;
  const { gameStats, challengeTimeScale: timeScale, xp } = config;
  const deps = challengesDeps({ db, clock, log, listener, gameStats, timeScale, xp });

  return {
    name: 'challenges',
    routes(app) {
      challengesRoutes(app, { ...ports, ...deps });
      challengesAdminRoutes(app, { ...ports, ...deps });
      gaugeBudgets(app.metrics, db, deps.games);
      disputesRoutes(app, { ...ports, ...deps, disputes: config.disputes });
      disputesAdminRoutes(app, { ...ports, ...deps });
    },
    tasks: challengesTasks(deps),
    // Every minute.
    crontab: `* * * * * ${sweepTask}`,
    publishes: {
      'challenge.finished': 'A challenge was finished',
      'challenge.decided': 'A challenge was decided',
      'challenge.voided': 'A challenge was voided',
      'challenge.overturned': 'A challenge was decided as won by people',
      'dispute.decided': 'A dispute was decided',
      'challenge.practised': 'A practice attempt ended',
      'challenge.older-match-seen': 'A match that began before entry was reported',
    },
    listeners: { 'player.epic-accounts-shown': (fact) => storeShownAccounts(fact, { ...ports, ...deps }) },
    approvable: { ...challengeEdits.approvable(deps), ...approvableRulings({ ...ports, ...deps }) },
    exports: {
      epicAccount: (playerId) => exportGameAccounts(db.reports, playerId),
      attempts: (playerId) => exportAttempts(db.reports, playerId),
      epicProofs: (playerId) => exportProofs(db.reports, playerId),
      disputes: (playerId) => exportDisputes(db.reports, playerId),
      sharedReceipts: (playerId) => exportShares(db.reports, playerId),
    },
    obstacles: [
      async (tx, playerId) =>
        (await hasActiveAttempt(tx, playerId)) ? refuse('deletion_attempt_active') : undefined,
    ],
    erasures: [forgetGameAccounts, forgetDisputes],
    userRecords: {
      played: getPlayedRecords,
      gameAccounts: (userId) => readAllBound(db, userId),
      attemptCount: (userId) => countAttempts(db, userId),
      async attempts(userId, { before, limit }) {
        const page = { playerId: userId, limit: limit + 1, ...(before && { before }) };
        return toPage((await listAttempts(db, page)).map(viewAttempt), limit);
      },
    },
    watched: [
      { part: 'challenges', routes: ['/challenge'], tasks: [readTask] },
      ...activeGames(deps.games).map((game) => ({
        part: 'challenges' as const,
        providers: [gameProviders[game].service],
        lateSeconds: (now: Date) => getSecondsOverdue(db, [game], now),
        game,
      })),
    ],
    overview: overviewPart(db, deps.games),
    pageHeads: { '/r/:id': (name) => readReceiptHead(name, { db, ...ports, brandName: config.brand.name }) },
    retained: [retainedReadings],
    seed: seedChallenges,
  } satisfies Feature;
}

export const module = {
  tables: [
    'attempt_days',
    'attempt_kinds',
    'attempt_readings',
    'attempt_results',
    'attempts',
    'challenge_variants',
    'challenges',
    'closed_games',
    'counted_attempts',
    'disputes',
    'epic_accounts',
    'epic_names',
    'epic_proofs',
    'finished_attempts',
    'game_accounts',
  ],
  playerTables: {
    shared_receipts: { player: 'player_id', exported: 'sharedReceipts' },
    game_account_proofs: { player: 'player_id', exported: 'epicProofs' },
  },
  proofs: challengeProofs,
  personalFields: ['epicId'],
  open: challengesFeature,
} satisfies FeatureModule;
