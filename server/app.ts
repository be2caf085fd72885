import type { FastifyInstance } from 'fastify';
import type { CarryOut } from './approval-ports.ts';
import { collectListeners, collectTasks, type Feature, type Platform, together } from './feature.ts';
import * as accounts from './features/accounts/feature.ts';
import { achievementsFeature } from './features/achievements/feature.ts';
import * as approvals from './features/approvals/feature.ts';
import { auditLogFeature } from './features/audit-log/feature.ts';
import * as challenges from './features/challenges/feature.ts';
import * as coins from './features/coins/feature.ts';
import { fairPlayFeature } from './features/fair-play/feature.ts';
import * as friends from './features/friends/feature.ts';
import * as giveaways from './features/giveaways/feature.ts';
import { landingFeature } from './features/landing/feature.ts';
import * as leaderboards from './features/leaderboards/feature.ts';
import { notificationsFeature } from './features/notifications/feature.ts';
import { overviewFeature } from './features/overview/feature.ts';
import * as promotions from './features/promotions/feature.ts';
import { receiptsFeature } from './features/receipts/feature.ts';
import * as referrals from './features/referrals/feature.ts';
import * as responsiblePlay from './features/responsible-play/feature.ts';
import { savedViewsFeature } from './features/saved-views/feature.ts';
import { sealsFeature } from './features/seals/feature.ts';
import { settingsFeature } from './features/settings/feature.ts';
import * as shop from './features/shop/feature.ts';
import { walletFeature } from './features/wallet/feature.ts';
import * as ledger from './ledger/feature.ts';
import { holdingCallers } from './platform/db/caller.ts';
import { housekeepingCrontab, housekeepingTasks } from './platform/jobs/housekeeping.ts';
import { listenerTasks } from './platform/jobs/listeners.ts';
import type { DomainEventName, Tasks } from './platform/jobs/outbox.ts';
import { tracedTasks } from './platform/jobs/traced-tasks.ts';
import { serve } from './serve.ts';

export interface App {
  http: FastifyInstance;
  tasks: Tasks;
  crontab: string;
  features: readonly Feature[];
}

/** Builds the app: lists its features and connects the ports between them. */
export async function buildApp({
  stopping,
  ...given
}: Platform & {
  /** True once shutdown has been requested. */
  stopping: () => boolean;
}): Promise<App> {
  const platform = { ...given, db: holdingCallers(given.db, accounts.holdCaller) };
  const { db, clock, listener } = platform;
  const { publicPlayers, getContacts, holdPlayers, holdRights, hasAccount, isVerified } = accounts;
  const holding = { holdPlayers, holdRights };
  const people = {
    getContacts: (playerIds: readonly string[]) => getContacts(db, playerIds),
    searchUserIds: (search: string, limit: number) => accounts.searchUserIds(db, search, limit),
  };
  const askApproval = approvals.askApproval(platform, accounts.listOfficers);
  const takeCoins = approvals.takeCoins(platform);
  const sessions = accounts.createSessions({ db, clock, listener, adminIdleMs: platform.config.adminIdleMs });

  const authority = accounts.authoriseOverOther;
  const spentSince = { payment: coins.paidSince, entry: challenges.enteredSince };
  const isDemanded = platform.config.arePlayRulesDemanded;
  const play = responsiblePlay.createPlayGate({ clock, isDemanded, spentSince });

  const playing = [
    ledger.ledgerFeature(platform),
    challenges.challengesFeature(platform, {
      people,
      holdPlayers,
      publicPlayers,
      getReferralCode: accounts.getReferralCode,
      authority,
      askApproval,
      play,
      takeCoins,
    }),
    shop.shopFeature(platform, { people, holdRights }),
    coins.coinsFeature(platform, { askApproval, play }),
    responsiblePlay.responsiblePlayFeature(platform, {
      getContacts: people.getContacts,
      authority,
      spentSince,
    }),
    promotions.promotionsFeature(platform, {
      askApproval,
      takeCoins,
      publicPlayers,
      getContacts,
      holdPlayers,
      hasAccount,
      rankPlayed: leaderboards.rankPlayed,
      getReturnedShare: coins.getReturnedShare,
      crontab: () => crontab,
      scheduledDraws: async (limit) => ({
        task: giveaways.drawTask,
        draws: await giveaways.scheduledDraws(db, limit),
      }),
    }),
    giveaways.giveawaysFeature(platform, {
      ...holding,
      askApproval,
      publicPlayers,
      getContacts,
      searchUserIds: people.searchUserIds,
      isVerified,
    }),
    leaderboards.leaderboardsFeature(platform, { publicPlayers, friendIds: friends.friendIds }),
    friends.friendsFeature(platform, { publicPlayers, holdPlayers, findByHandle: accounts.findByHandle }),
    notificationsFeature(platform, {
      nextEntrants: giveaways.nextEntrants,
      getContact: (playerId) => accounts.getContact(db, playerId),
      deviceName: accounts.deviceName,
      holdSession: accounts.holdSession,
    }),
    referrals.referralsFeature(platform, {
      publicPlayers,
      getContacts,
      findReferrer: accounts.findReferrer,
      promisedCoins: promotions.promisedCoins,
      isInvited: accounts.isInvited,
      countReferral: accounts.countReferral,
      uncountReferral: accounts.uncountReferral,
      shareCard: coins.shareCard,
      shareEpicAccount: challenges.shareEpicAccount,
      firstFinished: challenges.firstFinished,
      isVoided: challenges.isVoided,
    }),
    fairPlayFeature(platform, {
      people,
      holdPlayers,
      sources: {
        playRecord: (tx, playerId) =>
          challenges.readPlayRecord(tx, playerId, platform.config.challengeTimeScale),
        sharedCards: coins.sharedCards,
        sharedAccounts: challenges.sharedEpicAccounts,
        sharedNetworks: referrals.sharedNetworks,
      },
    }),
    achievementsFeature(platform, {
      holdPlayers,
      sources: {
        played: challenges.playedFigures,
        places: leaderboards.placeFigures,
        cards: shop.cardFigures,
        giveaways: giveaways.giveawayFigures,
        referrals: referrals.referralFigures,
      },
    }),
    receiptsFeature(platform, {
      getContact: (playerId) => accounts.getContact(db, playerId),
      getOrder: (orderId) => shop.findOrder(db, orderId),
      getPurchases: (playerId) => shop.listPurchases(db, playerId),
    }),
    walletFeature(platform),
    savedViewsFeature(platform, {
      holdRights,
      readRights: accounts.readRights,
      getContacts: people.getContacts,
    }),
    sealsFeature(platform),
    approvals.approvalsFeature(platform, {
      listOfficers: accounts.listOfficers,
      holdRights,
      getContacts,
      approvable: () => approvable,
      askApproval,
    }),
  ] as const;

  const features = [
    ...playing,
    accounts.accountsFeature(platform, {
      sessions,
      askApproval,
      exports: together(playing, 'exports'),
      obstacles: playing.flatMap(({ obstacles = [] }: Feature) => obstacles),
      erasures: playing.flatMap(({ erasures = [] }: Feature) => erasures),
      userRecords: together(playing, 'userRecords'),
      playPauses: { findPauseEnd: responsiblePlay.findPauseEnd, resumePause: responsiblePlay.resumePause },
      profileParts: {
        balances: (playerId) => ledger.balances(db, playerId),
        challengeStats: (playerId) => challenges.challengeStats(db, playerId),
        areTermsAsked: (playerId) => responsiblePlay.areTermsAsked(db, playerId, isDemanded),
        epicAccount: (playerId) => challenges.readBound(db, playerId),
        purchasedGiftCards: (playerId) => shop.listPurchases(db, playerId),
      },
    }),
    auditLogFeature(platform, people),
    settingsFeature(platform),
    landingFeature(platform, {
      listChallenges: challenges.listChallenges,
      listOnSale: shop.listOnSale,
      listedWins: challenges.listedWins,
      promisedCoins: promotions.promisedCoins,
      publicPlayers,
    }),
  ] as const;

  const approvable: Readonly<Record<string, CarryOut>> = together(features, 'approvable');
  const eventWords: Record<DomainEventName, string> = together(features, 'publishes');
  const all = [
    ...features,
    overviewFeature(platform, { parts: together(playing, 'overview'), eventWords }),
  ] as const;
  const lines = all.flatMap(({ crontab }: Feature) => crontab ?? []);
  const crontab: string = [housekeepingCrontab, ...lines].join('\n');
  const tasks = { ...housekeepingTasks(db), ...collectTasks(all), ...listenerTasks(collectListeners(all)) };
  const http = await serve(platform, all, {
    authenticate: sessions.authenticate,
    demandFactor: accounts.factorDemand({ ...platform.config.secondFactor, clock }),
    eventWords,
    stopping,
  });
  return { http, tasks: tracedTasks(tasks, platform.log), crontab, features: all };
}
