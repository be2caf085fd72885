// SPDX-License-Identifier: Apache-2.0

import type { FeatureModule } from './feature.ts';
import { module as accounts } from './features/accounts/feature.ts';
import { module as achievements } from './features/achievements/feature.ts';
import { module as approvals } from './features/approvals/feature.ts';
import { module as auditLog } from './features/audit-log/feature.ts';
import { module as books } from './features/books/feature.ts';
import { module as browserErrors } from './features/browser-errors/feature.ts';
import { module as challenges } from './features/challenges/feature.ts';
import { module as coins } from './features/coins/feature.ts';
import { module as fairPlay } from './features/fair-play/feature.ts';
import { module as friends } from './features/friends/feature.ts';
import { module as giveaways } from './features/giveaways/feature.ts';
import { module as landing } from './features/landing/feature.ts';
import { module as leaderboards } from './features/leaderboards/feature.ts';
import { module as notifications } from './features/notifications/feature.ts';
import { module as outgoingWebhooks } from './features/outgoing-webhooks/feature.ts';
import { module as overview } from './features/overview/feature.ts';
import { module as playerPages } from './features/player-pages/feature.ts';
import { module as promotions } from './features/promotions/feature.ts';
import { module as receipts } from './features/receipts/feature.ts';
import { module as referrals } from './features/referrals/feature.ts';
import { module as responsiblePlay } from './features/responsible-play/feature.ts';
import { module as savedViews } from './features/saved-views/feature.ts';
import { module as seals } from './features/seals/feature.ts';
import { module as settings } from './features/settings/feature.ts';
import { module as shop } from './features/shop/feature.ts';
import { module as status } from './features/status/feature.ts';
import { module as wallet } from './features/wallet/feature.ts';

/** Features by folder name. They open in this order, with the ports of `connections.ts`. */
export const connected = {
  challenges,
  shop,
  coins,
  'responsible-play': responsiblePlay,
  promotions,
  giveaways,
  leaderboards,
  friends,
  'player-pages': playerPages,
  notifications,
  referrals,
  'fair-play': fairPlay,
  achievements,
  receipts,
  'outgoing-webhooks': outgoingWebhooks,
  wallet,
  'saved-views': savedViews,
  seals,
  approvals,
  'audit-log': auditLog,
  settings,
  landing,
  'browser-errors': browserErrors,
} satisfies Record<string, FeatureModule>;

/** One of them, opened. Named, because TypeScript would drop union members that it considers redundant. */
export type Connected = ReturnType<(typeof connected)[keyof typeof connected]['open']>;

/** Every feature. `app.ts` opens the features that summarise others last. */
export const modules = { ...connected, accounts, books, overview, status } satisfies Record<
  string,
  FeatureModule
>;
