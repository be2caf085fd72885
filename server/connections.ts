// SPDX-License-Identifier: Apache-2.0

import type { CarryOut } from './approval-ports.ts';
import type { Platform } from './feature.ts';
import * as accounts from './features/accounts/feature.ts';
import * as achievements from './features/achievements/feature.ts';
import * as approvals from './features/approvals/feature.ts';
import * as challenges from './features/challenges/feature.ts';
import * as coins from './features/coins/feature.ts';
import * as friends from './features/friends/feature.ts';
import * as giveaways from './features/giveaways/feature.ts';
import * as leaderboards from './features/leaderboards/feature.ts';
import * as promotions from './features/promotions/feature.ts';
import * as referrals from './features/referrals/feature.ts';
import * as responsiblePlay from './features/responsible-play/feature.ts';
import * as seals from './features/seals/feature.ts';
import * as shop from './features/shop/feature.ts';
import * as status from './features/status/feature.ts';
import * as ledger from './ledger/feature.ts';
import type { PlayerPagePorts } from './page-ports.ts';
import type { Queryable } from './platform/db/database.ts';
import type { AchievementSources, FairPlayPorts, People, ProfileParts } from './ports.ts';
import { gamesOf } from './providers/games/settings.ts';

/** Known only once all features are listed. */
interface Later {
  crontab(): string;
  approvable(): Readonly<Record<string, CarryOut>>;
}

/**
 * Connects each port (`ports.ts`) with its implementation. Every feature gets all ports and names the ones it uses in
 * its own `Ports`; a port without an implementation is a type error in `app.ts`.
 */
export function connect(platform: Platform, { crontab, approvable }: Later) {
  const { db, clock, config } = platform;
  const people: People = {
    getContacts: (playerIds) => accounts.getContacts(db, playerIds),
    searchUserIds: (search, limit, among) => accounts.searchUserIds(db, search, limit, among),
  };
  const spentSince = { payment: coins.sumPaidSince, entry: challenges.sumEnteredSince };
  const isDemanded = config.arePlayRulesDemanded;
  const activeGames = gamesOf(config.gameStats);
  const officers = {
    listOfficers: (on: Queryable) => accounts.listOfficers(on, config.approvals.minOfficeMs),
    wereOfficersChanged: accounts.wereOfficersChanged,
  };
  const fairPlaySources: FairPlayPorts = {
    playRecord: (tx, playerId) => challenges.readPlayRecord(tx, playerId, config.challengeTimeScale),
    sharedCards: coins.findSharedCards,
    sharedAccounts: challenges.findSharedGameAccounts,
    sharedNetworks: referrals.findSharedNetworks,
  };
  const achievementSources: AchievementSources = {
    played: challenges.playedFigures,
    places: leaderboards.placeFigures,
    cards: shop.cardFigures,
    giveaways: giveaways.giveawayFigures,
    referrals: referrals.referralFigures,
  };
  const playerPages: PlayerPagePorts = {
    hasBlocked: friends.hasBlocked,
    listWinsOf: challenges.listWinsOf,
    countWins: challenges.countWins,
    getBestFigures: challenges.getBestFigures,
    listReached: achievements.listReached,
  };
  const profileParts: ProfileParts = {
    balances: ledger.balancesPart,
    challengeStats: challenges.challengeStatsPart,
    areTermsAsked: (playerId) => responsiblePlay.termsAskedPart(playerId, isDemanded),
    gameAccounts: challenges.boundAccountsPart,
    purchasedGiftCards: shop.purchasesPart,
  };
  return {
    // Who players are, and what they may do.
    people,
    publicPlayers: accounts.getPublicPlayers,
    getContacts: accounts.getContacts,
    getContact: (playerId: string) => accounts.getContact(db, playerId),
    noteMail: (of: { playerId: string; address: string; isTaken: boolean }) =>
      accounts.noteMail(db, { ...of, at: clock.now() }),
    searchUserIds: people.searchUserIds,
    findByHandle: accounts.findByHandle,
    findReferrer: accounts.findReferrer,
    getReferralCode: accounts.getReferralCode,
    findAddresses: (of: { playerId: string; changeId: string | null }) => accounts.findAddresses(db, of),
    listStandstills: status.listStandstills,
    readServiceAnswers: (services: readonly string[], since: Date) =>
      status.listServiceAnswers(db, services, since),
    findEraseAt: async (playerId: string) =>
      accounts.findEraseAt(db, playerId, await status.listStandstills(db, clock.now())),
    hasArchive: accounts.hasArchive({ db, clock }),
    isInvited: accounts.isInvited,
    isVerified: accounts.isVerified,
    hasAccount: accounts.hasAccount,
    holdPayees: accounts.holdPayees,
    holdPlayers: accounts.holdPlayers,
    holdRights: accounts.holdRights,
    readRights: accounts.readRights,
    ...officers,
    authority: accounts.authoriseOverOther,
    deviceName: accounts.deviceName,
    holdSession: accounts.holdSession,
    friendIds: friends.listFriendIds,
    playerPages,
    profileParts,

    // Checks before coins move.
    askApproval: approvals.askApproval(platform, officers),
    takeCoins: approvals.takeCoins(platform),
    approvable,
    play: responsiblePlay.createPlayGate({ clock, isDemanded, spentSince }),
    playPauses: { findPauseEnd: responsiblePlay.findPauseEnd, resumePause: responsiblePlay.resumePause },
    spentSince,

    // What players played, bought, paid and were promised.
    listChallenges: (from: Queryable) => challenges.listChallenges(from, activeGames),
    listedWins: challenges.listWins,
    firstFinished: challenges.findFirstFinished,
    isVoided: challenges.isVoided,
    shareGameAccount: challenges.shareGameAccount,
    rankPlayed: leaderboards.rankPlayed,
    keepSpan: leaderboards.keepSpan,
    rankSpan: leaderboards.rankSpan,
    listOnSale: shop.listOnSale,
    cheapestCoins: coins.findCheapestCoins,
    findLeaf: seals.findLeaf,
    getOrder: (orderId: string) => shop.findOrder(db, orderId),
    findSoldOrder: (orderId: string) => shop.findSoldOrder(db, orderId),
    findPurchase: (of: { playerId: string; purchaseId: string }) => shop.findPurchase(db, of),
    getReturnedShare: coins.getReturnedShare,
    shareCard: coins.shareCard,
    promisedCoins: promotions.sumPromisedCoins,
    countReferral: accounts.countReferral,
    uncountReferral: accounts.uncountReferral,
    nextEntrants: giveaways.listNextEntrants,
    scheduledDraws: async (limit: number) => ({
      task: giveaways.drawTask,
      draws: await giveaways.listScheduledDraws(db, limit),
    }),
    crontab,
    fairPlaySources,
    achievementSources,
  };
}
