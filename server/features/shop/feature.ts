// SPDX-License-Identifier: Apache-2.0

import { hasCardOnSale } from './gift-cards/gift-card-store.ts';
import './counters.ts';
import './domain-events.ts';
import type { AskApproval } from '../../approval-ports.ts';
import type { Config } from '../../config.ts';
import type { Feature, FeatureModule, Platform } from '../../feature.ts';
import { forEachId } from '../../platform/jobs/for-each-id.ts';
import { mediaPath } from '../../platform/storage/media-routes.ts';
import { toPage } from '../../platform/to-page.ts';
import type { CheapestCoins, HoldRights, People } from '../../ports.ts';
import { shopAdminRoutes } from './admin-routes.ts';
import { openVault } from './codes/open-vault.ts';
import { giftCardEdits } from './gift-cards/edit-gift-card.ts';
import { firstPictures } from './gift-cards/first-pictures.ts';
import { announceRestock, restockTask, resumeRestock } from './gift-cards/notify-of-restock.ts';
import { forgetAlertsOfDeletedCards, listRestockedCards } from './gift-cards/restock-alert-store.ts';
import { countReplaced, getCardMargins, readCodeCosts, readStock, sumCardSales } from './overview-queries.ts';
import { forgetAddresses, forgetAlerts, refuseWhileDelivering } from './person-queries.ts';
import { shopProofs } from './proofs.ts';
import { exportAlerts, exportCodeLooks, exportPurchases } from './purchases/export-purchases.ts';
import { countPurchases, countPurchasesByPlayer } from './purchases/purchase-count-store.ts';
import { countWaiting } from './purchases/purchase-request-store.ts';
import {
  announceSoldOut,
  announceSoldOutByReplacement,
  listPurchasesBefore,
} from './purchases/purchase-store.ts';
import { type Held, releaseDelivery, releaseTask, resumeReleases } from './purchases/release-delivery.ts';
import { shopRoutes } from './routes.ts';
import { seedShop } from './seed.ts';

export { checkCodeSecrets } from './codes/check-code-secrets.ts';
export { countCodesOfOtherKeys, isKeyUsed, withdrawCodes } from './codes/gift-card-code-store.ts';
export { importCodes, importCodesOfCards } from './codes/import-codes.ts';
export {
  type LostCode,
  type LostOrder,
  listLackingCodes,
  listLostOrders,
  storeLost,
} from './codes/lost-code-store.ts';
export { listMissingCodes, type MissingCode } from './codes/missing-code-queries.ts';
export { openVault, vaultKeys } from './codes/open-vault.ts';
export {
  announceStock,
  discardUnproven,
  findCodesOfCard,
  findInStock,
  listQuarantined,
  type NamedCode,
  type Quarantined,
  quarantineAll,
  quarantineSold,
  releaseUnproven,
} from './codes/quarantine-queries.ts';
export { rotateCodes } from './codes/rotate-codes.ts';
export { getFingerprint } from './codes/seal-code.ts';
export { findCardsByName, hasCardOnSale, listOnSale } from './gift-cards/gift-card-store.ts';
export { readCodeCosts } from './overview-queries.ts';
export { cardFigures } from './purchases/figure-queries.ts';
export { dropHeld } from './purchases/held-delivery-store.ts';
export { findNewestOrderAt, listLackingOrders } from './purchases/known-order-queries.ts';
export { listAbsentElsewhere, markElsewhereAgain } from './purchases/mark-elsewhere-queries.ts';
export { findOrder, findPurchase, findSoldOrder, purchasesPart } from './purchases/purchase-store.ts';
export { type Settled, settleLostOrder } from './purchases/settle-lost-order.ts';

const sweepTask = 'find-restocks';
const forgetTask = 'forget-restock-alerts';
/** How many cards one sweep starts to announce. */
const maxResumed = 100;

interface Ports {
  people: People;
  holdRights: HoldRights;
  askApproval: AskApproval;
  cheapestCoins: CheapestCoins;
}

/** Lets an import compare costs with prices; null where no price needs a second administrator. */
export const toWorth = ({ approvals }: Pick<Config, 'approvals'>, cheapestCoins: CheapestCoins) =>
  approvals.isDemanded ? { cheapestCoins, coinsPerDollar: approvals.limits.packagePerDollar } : null;

/** Gift cards, their encrypted codes, purchases and deliveries. */
function shopFeature(platform: Platform, ports: Ports) {
  const { config, appSecret, db, clock, storage, journal, listener } = platform;
  const deps = { db, clock, storage, journal, vault: openVault(config.codes, appSecret) };
  const prices = { coinsPerDollar: config.approvals.limits.packagePerDollar };

  return {
    name: 'shop',
    routes(app) {
      shopRoutes(app, { ...deps, listener, redeeming: config.redeeming });
      const worth = toWorth(config, ports.cheapestCoins);
      shopAdminRoutes(app, { ...ports, ...deps, ...prices, worth });
    },
    tasks: {
      [restockTask]: ({ giftCardId }: { giftCardId: string }) => announceRestock(giftCardId, deps),
      [releaseTask]: (held: Held) => releaseDelivery(held, { ...deps, log: platform.log }),
      // Catches players who asked just as the card came back, and cards and deliveries whose job was lost.
      async [sweepTask]() {
        await resumeReleases(deps);
        await forEachId(await listRestockedCards(db, maxResumed), (id) => resumeRestock(id, deps));
      },
      [forgetTask]: () => forgetAlertsOfDeletedCards(db.reports),
    },
    // Every minute, and once a night.
    crontab: `* * * * * ${sweepTask}\n50 3 * * * ${forgetTask}`,
    publishes: {
      'purchase.completed': 'Gift cards were bought',
      'purchase.delivered': 'A gift card was delivered',
      'purchase.sent-elsewhere': 'A gift card was sent another way, without a code here',
      'purchase.code-replaced': 'The code of a gift card was replaced',
      'purchase.refunded': 'A gift card was refunded',
      'purchase.charged-again': 'A purchase that was lost in a restore was charged again',
      'gift-card.restocked': 'A gift card was there again',
    },
    listeners: {
      'purchase.completed': ({ orderId }) => announceSoldOut(db, orderId),
      'purchase.code-replaced': ({ purchaseId }) => announceSoldOutByReplacement(db, purchaseId),
    },
    approvable: giftCardEdits.approvable({ ...ports, ...deps, ...prices }),
    exports: {
      purchases: (playerId) => exportPurchases(db.reports, playerId),
      codeLooks: (playerId) => exportCodeLooks(db.reports, playerId),
      restockAlerts: (playerId) => exportAlerts(db.reports, playerId),
    },
    obstacles: [refuseWhileDelivering],
    departures: [forgetAlerts],
    erasures: [forgetAddresses],
    userRecords: {
      giftCards: countPurchasesByPlayer,
      purchaseCount: (userId) => countPurchases(db, userId),
      async purchases(userId, { before, limit }) {
        const purchases = await listPurchasesBefore(db, userId, { before, limit: limit + 1 });
        return toPage(
          purchases.map(({ hashCode: _, ...purchase }) => purchase),
          limit,
        );
      },
    },
    overview: {
      hasCardOnSale: () => hasCardOnSale(db),
      stock: () => readStock(db.reports),
      cardMargins: (span, limit) => getCardMargins(db.reports, span, limit),
      cardSales: (span) => sumCardSales(db.reports, span),
      replacedCodes: (span) => countReplaced(db.reports, span),
      deliveries: () => countWaiting(db.reports, clock.now()),
    },
    watched: [{ part: 'shop', routes: ['/gift-card', '/cart'] }],
    books: { codes: (span) => readCodeCosts(db.reports, span) },
    pageHints: { '/products': firstPictures({ db, listener, log: platform.log, base: mediaPath }) },
    seed: (tx) => seedShop(tx, deps),
  } satisfies Feature;
}

export const module = {
  tables: [
    'code_reveals',
    'gift_card_codes',
    'gift_cards',
    'held_deliveries',
    'lost_code_keys',
    'lost_codes',
    'orders',
    'purchased_gift_cards',
    'purchases',
    'recorded_reveals',
  ],
  playerTables: { restock_alerts: { player: 'player_id', exported: 'restockAlerts' } },
  proofs: shopProofs,
  open: shopFeature,
} satisfies FeatureModule;
