// SPDX-License-Identifier: Apache-2.0

import type { Feature, FeatureModule, Platform } from '../../feature.ts';
import { mediaPath } from '../../platform/storage/media-routes.ts';
import { gamesOf, publicRecordsAt } from '../../providers/games/settings.ts';
import { standInScript } from '../../providers/stripe/page-sources.ts';
import { settingsRoutes } from './routes.ts';

/** The configuration that the web app needs before sign-in. */
function settingsFeature({ config, sandboxUrl }: Platform) {
  const { brand, stripe } = config;
  return {
    name: 'settings',
    routes: (app) =>
      settingsRoutes(app, {
        brandName: brand.name,
        supportEmail: brand.supportEmail,
        supportPhone: brand.supportPhone,
        socialLinks: [...brand.socialLinks],
        discordServerUrl: brand.discordServerUrl ?? null,
        provesEpicByDiscord: config.discord.asksConnections,
        sandboxUrl: sandboxUrl ?? null,
        stripePublishableKey: stripe.publishableKey || null,
        stripeScriptUrl: standInScript(stripe),
        imageBaseUrl: mediaPath,
        coinAdjustmentWarningGC: config.coinAdjustmentWarningGC,
        deletionGraceDays: config.deletionGraceMs / 86_400_000,
        games: gamesOf(config.gameStats),
        publicRecords: publicRecordsAt(config.gameStats, sandboxUrl),
        challengeTimeScale: config.challengeTimeScale,
      }),
  } satisfies Feature;
}

export const module = {
  open: settingsFeature,
} satisfies FeatureModule;
