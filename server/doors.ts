// SPDX-License-Identifier: Apache-2.0

import type { Door } from './feature.ts';
import { door as accounts } from './features/accounts/feature.ts';
import { door as achievements } from './features/achievements/feature.ts';
import { door as approvals } from './features/approvals/feature.ts';
import { door as auditLog } from './features/audit-log/feature.ts';
import { door as books } from './features/books/feature.ts';
import { door as browserErrors } from './features/browser-errors/feature.ts';
import { door as challenges } from './features/challenges/feature.ts';
import { door as coins } from './features/coins/feature.ts';
import { door as fairPlay } from './features/fair-play/feature.ts';
import { door as friends } from './features/friends/feature.ts';
import { door as giveaways } from './features/giveaways/feature.ts';
import { door as landing } from './features/landing/feature.ts';
import { door as leaderboards } from './features/leaderboards/feature.ts';
import { door as notifications } from './features/notifications/feature.ts';
import { door as outgoingWebhooks } from './features/outgoing-webhooks/feature.ts';
import { door as overview } from './features/overview/feature.ts';
import { door as promotions } from './features/promotions/feature.ts';
import { door as receipts } from './features/receipts/feature.ts';
import { door as referrals } from './features/referrals/feature.ts';
import { door as responsiblePlay } from './features/responsible-play/feature.ts';
import { door as savedViews } from './features/saved-views/feature.ts';
import { door as seals } from './features/seals/feature.ts';
import { door as settings } from './features/settings/feature.ts';
import { door as shop } from './features/shop/feature.ts';
import { door as status } from './features/status/feature.ts';
import { door as wallet } from './features/wallet/feature.ts';

/** Features by the name of their folder. They are opened with what `connections.ts` gives, in this order. */
export const connected = {
  challenges,
  shop,
  coins,
  'responsible-play': responsiblePlay,
  promotions,
  giveaways,
  leaderboards,
  friends,
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
} satisfies Record<string, Door>;

/** An opened one of them. A named type: TypeScript would drop members from the union that it sees as redundant. */
export type Connected = ReturnType<(typeof connected)[keyof typeof connected]['open']>;

/** Every feature. `app.ts` opens those that sum up what the others contribute after them. */
export const doors = { ...connected, accounts, books, overview, status } satisfies Record<string, Door>;
