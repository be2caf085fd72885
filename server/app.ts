import type { FastifyInstance } from 'fastify';
import { type Config, version } from './config.ts';
import { authoriseOverOther, holdCaller, holdRights } from './features/accounts/authority.ts';
import { contactOf, contactsOf, isVerified } from './features/accounts/contact-store.ts';
import { hasAccount, holdPlayers, publicPlayers } from './features/accounts/public-store.ts';
import { accountsRoutes } from './features/accounts/routes.ts';
import { createSessions } from './features/accounts/sessions.ts';
import { callbackPath } from './features/accounts/sign-in-routes.ts';
import { countReferral, isInvited, uncountReferral } from './features/accounts/store.ts';
import { accountsCrontab, accountsTasks } from './features/accounts/tasks.ts';
import { searchUserIds } from './features/accounts/user-store.ts';
import { auditLogRoutes } from './features/audit-log/routes.ts';
import { challengesAdminRoutes } from './features/challenges/admin-routes.ts';
import { challengeStats } from './features/challenges/attempt-store.ts';
import { challengesDeps } from './features/challenges/deps.ts';
import { shareEpicAccount } from './features/challenges/epic-account-store.ts';
import { firstFinished, isVoided } from './features/challenges/record-store.ts';
import { challengesRoutes } from './features/challenges/routes.ts';
import { challengesCrontab, challengesTasks } from './features/challenges/tasks.ts';
import { coinsAdminRoutes } from './features/coins/admin-routes.ts';
import { coinsDeps } from './features/coins/deps.ts';
import { returnedShareOf } from './features/coins/payment-store.ts';
import { shareCard } from './features/coins/person-store.ts';
import { coinsRoutes } from './features/coins/routes.ts';
import { coinsCrontab, coinsTasks } from './features/coins/tasks.ts';
import { eventsRoutes } from './features/events/routes.ts';
import { eventsCrontab, eventsTasks } from './features/events/tasks.ts';
import { giveawaysRoutes } from './features/giveaways/routes.ts';
import { nextEntrants, scheduledDraws } from './features/giveaways/store.ts';
import { sweepTask as drawTask, giveawaysCrontab, giveawaysTasks } from './features/giveaways/tasks.ts';
import { leaderboardsRoutes } from './features/leaderboards/routes.ts';
import { rankPlayed } from './features/leaderboards/store.ts';
import { notificationsRoutes } from './features/notifications/routes.ts';
import { notificationsCrontab, notificationsTasks } from './features/notifications/tasks.ts';
import { overviewRoutes } from './features/overview/routes.ts';
import { receiptsDeps } from './features/receipts/deps.ts';
import { receiptSubscribers, receiptTasks } from './features/receipts/send-receipt.ts';
import { referralsRoutes } from './features/referrals/routes.ts';
import { referralsCrontab, referralsTasks } from './features/referrals/tasks.ts';
import { settingsRoutes } from './features/settings/routes.ts';
import { shopAdminRoutes } from './features/shop/admin-routes.ts';
import { shopDeps } from './features/shop/deps.ts';
import { findOrder, listPurchases } from './features/shop/purchase-store.ts';
import { shopRoutes } from './features/shop/routes.ts';
import { shopCrontab, shopTasks } from './features/shop/tasks.ts';
import { walletRoutes } from './features/wallet/routes.ts';
import { balances } from './ledger/balances.ts';
import { dailySumsCrontab, dailySumsTasks } from './ledger/daily-sums.ts';
import { overviewParts } from './overview-parts.ts';
import { deletionParts, exportParts } from './personal-data.ts';
import type { Clock } from './platform/clock.ts';
import { holdingCallers } from './platform/db/caller.ts';
import type { Database } from './platform/db/database.ts';
import { healthRoutes } from './platform/http/health.ts';
import { describeApi } from './platform/http/openapi.ts';
import { createHttpServer } from './platform/http/server.ts';
import { refuseUnknown } from './platform/http/unknown-address.ts';
import { webPages } from './platform/http/web-pages.ts';
import { housekeepingCrontab, housekeepingTasks } from './platform/jobs/housekeeping.ts';
import type { Tasks } from './platform/jobs/outbox.ts';
import { subscriberTasks } from './platform/jobs/subscribers.ts';
import { tracedTasks } from './platform/jobs/traced-tasks.ts';
import type { Listener } from './platform/listen.ts';
import { createLiveHub } from './platform/live/hub.ts';
import { liveRoutes } from './platform/live/routes.ts';
import type { Logger } from './platform/log.ts';
import { mediaPath, mediaRoutes } from './platform/storage/media-routes.ts';
import { createDiscordSignIn } from './providers/discord/sign-in.ts';
import { discordUserAgent } from './providers/discord/user-agent.ts';
import { createGoogle } from './providers/google/google.ts';
import { cardFieldSources, standInScript } from './providers/stripe/page-sources.ts';
import { subscribersOf } from './subscribers.ts';
import { userHistory, userParts } from './user-records.ts';

export interface AppDeps {
  config: Config;
  /** At least 32 characters; every key is derived from it. */
  appSecret: string;
  db: Database;
  listener: Listener;
  clock: Clock;
  log: Logger;
  /** Address of the sandbox in use, if any. */
  sandboxUrl: string | undefined;
  /** True once the process has been asked to stop. */
  stopping: () => boolean;
}

export interface App {
  http: FastifyInstance;
  tasks: Tasks;
  crontab: string;
}

const crontab = [
  housekeepingCrontab,
  dailySumsCrontab,
  accountsCrontab,
  challengesCrontab,
  coinsCrontab,
  eventsCrontab,
  giveawaysCrontab,
  notificationsCrontab,
  referralsCrontab,
  shopCrontab,
].join('\n');

/** Assembles the product from its features: the only place where they meet. */
export async function buildApp(deps: AppDeps): Promise<App> {
  const { config, appSecret, listener, clock, log, stopping } = deps;
  const db = holdingCallers(deps.db, holdCaller);
  const { publicUrl } = config;
  const api = `${publicUrl}/api/v1`;

  const sessions = createSessions({ db, clock, listener });
  const hub = createLiveHub({ db, listener, log });
  const userAgent = discordUserAgent({ url: publicUrl, version });
  const discord = { ...config.discord, userAgent, log };
  const providers = [
    createGoogle({ ...config.google, redirectUri: `${api}${callbackPath('google')}`, log }),
    createDiscordSignIn({ ...discord, redirectUri: `${api}${callbackPath('discord')}` }),
  ];

  const challenges = challengesDeps({
    db,
    clock,
    log,
    listener,
    gameStats: config.gameStats,
    timeScale: config.challengeTimeScale,
    xp: config.xp,
  });

  const shop = shopDeps({ db, clock, codes: config.codes, appSecret, dataDir: config.dataDir });

  const coins = coinsDeps({
    db,
    clock,
    log,
    appSecret,
    stripe: config.stripe,
    xpPerTenCents: config.xp.perTenCents,
    firstCheckSeconds: config.paymentFirstCheckSeconds,
  });

  const receipts = receiptsDeps({
    config,
    db,
    log,
    contactOf: (playerId) => contactOf(db, playerId),
    orderOf: (orderId) => findOrder(db, orderId),
    purchasesOf: (playerId) => listPurchases(db, playerId),
  });

  const community = {
    db,
    clock,
    publicPlayers,
    holdPlayers,
    returnedShareOf,
    hasAccount,
    nextEntrants,
    rankPlayed,
    shareEpicAccount,
    shareCard,
    countReferral,
    uncountReferral,
    isVoided,
    firstFinished,
    isInvited,
  };

  const people = {
    contactsOf: (playerIds: readonly string[]) => contactsOf(db, playerIds),
    searchUserIds: (search: string, limit: number) => searchUserIds(db, search, limit),
  };

  const http = await createHttpServer({
    db,
    log,
    authenticate: sessions.authenticate,
    trustProxy: config.trustProxy,
    rateLimitPerMinute: config.rateLimitPerMinute,
    maxCallWaitMs: config.maxCallWaitMs,
    https: publicUrl.startsWith('https:'),
  });
  const isServing = config.role !== 'worker';
  if (isServing) await describeApi(http, { title: config.brand.name, version });
  healthRoutes(http, { db, listener, hub, version, metricsToken: config.metricsToken, stopping });

  if (isServing) {
    await http.register(
      async (app) => {
        settingsRoutes(app, {
          brandName: config.brand.name,
          supportEmail: config.brand.supportEmail,
          supportPhone: config.brand.supportPhone,
          socialLinks: [...config.brand.socialLinks],
          discordServerUrl: config.brand.discordServerUrl ?? null,
          sandboxUrl: deps.sandboxUrl ?? null,
          stripePublishableKey: config.stripe.publishableKey || null,
          stripeScriptUrl: standInScript(config.stripe),
          imageBaseUrl: mediaPath,
          coinAdjustmentWarningGC: config.coinAdjustmentWarningGC,
          challengeTimeScale: config.challengeTimeScale,
        });
        accountsRoutes(app, {
          db,
          clock,
          log,
          appSecret,
          publicUrl,
          superAdminEmails: config.superAdminEmails,
          coinAdjustmentWarningGC: config.coinAdjustmentWarningGC,
          discordPublicKeyHex: config.discord.publicKeyHex,
          sessions,
          providers,
          exportParts: exportParts(db.reports),
          deletionParts,
          userParts,
          userHistory: userHistory(db),
          profileParts: {
            balances: (playerId) => balances(db, playerId),
            challengeStats: (playerId) => challengeStats(db, playerId),
            purchasedGiftCards: (playerId) => listPurchases(db, playerId),
          },
        });
        auditLogRoutes(app, {
          db,
          searchUserIds: (search, limit) => searchUserIds(db, search, limit),
        });
        challengesRoutes(app, challenges);
        challengesAdminRoutes(app, { ...challenges, people, authority: authoriseOverOther });
        eventsRoutes(app, {
          ...community,
          crontab,
          scheduledDraws: async (limit) => ({ task: drawTask, draws: await scheduledDraws(db, limit) }),
        });
        giveawaysRoutes(app, { ...community, searchUserIds: people.searchUserIds, holdRights, isVerified });
        notificationsRoutes(app, community);
        leaderboardsRoutes(app, community);
        referralsRoutes(app, community);
        walletRoutes(app, { db });
        overviewRoutes(app, { db, parts: overviewParts({ db: db.reports, clock }) });
        shopRoutes(app, { ...shop, listener });
        shopAdminRoutes(app, { ...shop, people, holdRights });
        coinsRoutes(app, { ...coins, listener });
        coinsAdminRoutes(app, coins);
        liveRoutes(app, { hub, listener, authenticate: sessions.authenticate });
      },
      { prefix: '/api/v1' },
    );
    await mediaRoutes(http, shop.storage);
    await webPages(http, {
      publicUrl,
      sandboxUrl: deps.sandboxUrl,
      sources: {
        images: deps.sandboxUrl ? [new URL(deps.sandboxUrl).origin] : [],
        ...cardFieldSources(config.stripe),
      },
    });
  } else {
    http.setNotFoundHandler(refuseUnknown);
  }

  return {
    http,
    tasks: tracedTasks(
      {
        ...housekeepingTasks(db),
        ...dailySumsTasks(db),
        ...accountsTasks({ db, clock, discord, deletionParts }),
        ...challengesTasks(challenges),
        ...coinsTasks(coins),
        ...eventsTasks(community),
        ...giveawaysTasks(community),
        ...notificationsTasks(community),
        ...receiptTasks(receipts),
        ...referralsTasks(community),
        ...shopTasks(shop),
        ...subscriberTasks(subscribersOf(community, receiptSubscribers(receipts))),
      },
      log,
    ),
    crontab,
  };
}
