// SPDX-License-Identifier: Apache-2.0

import { gameIds } from '../../contract/games/games.ts';
import type { ClosedReason } from '../../contract/overview-admin.ts';
import type { Config } from '../../server/config.ts';
import { countSuperAdmins } from '../../server/features/accounts/feature.ts';
import { hasActiveChallenge } from '../../server/features/challenges/feature.ts';
import { hasPackageOnSale } from '../../server/features/coins/feature.ts';
import { findClosedReasons, findGuardsOff } from '../../server/features/overview/feature.ts';
import { hasRules } from '../../server/features/responsible-play/feature.ts';
import { hasCardOnSale } from '../../server/features/shop/feature.ts';
import type { Queryable } from '../../server/platform/db/database.ts';
import { type Finding, findingsAbout } from '../../server/platform/finding.ts';

const words: Record<ClosedReason, [says: string, advice: string]> = {
  rules_unpublished: [
    'no rules on age and region are published: nobody can enter or pay',
    'publish them (Dashboard, Play Rules)',
  ],
  no_active_challenge: [
    'no challenge is active: nobody can play',
    'make one active, and open its game (Dashboard, Challenges and Overview)',
  ],
  no_package_on_sale: [
    'no coin package is on sale: nobody can buy coins',
    'put one on sale (Dashboard, Coin Packages)',
  ],
  no_card_on_sale: [
    'no gift card is on sale: nobody can redeem coins',
    'put one on sale (Dashboard, Gift Cards)',
  ],
  one_super_admin: [
    'only one SUPER_ADMIN: nobody else can approve changes, or reset a lost second factor',
    'add a second one (Dashboard, Roles; or finalring admin create)',
  ],
};

/** Reports, in production, what keeps players from using a running installation, and which protections are off. */
export async function checkBusiness(db: Queryable, config: Config): Promise<Finding[]> {
  if (!config.production) return [];
  const { ok, look } = findingsAbout('business');
  const superAdmins = await countSuperAdmins(db);
  const reasons = await findClosedReasons(
    {
      hasRules: () => hasRules(db, new Date()),
      hasActiveChallenge: () =>
        hasActiveChallenge(
          db,
          gameIds.filter((game) => config.gameStats[game]),
        ),
      hasPackageOnSale: () => hasPackageOnSale(db),
      hasCardOnSale: () => hasCardOnSale(db),
      superAdmins: async () => superAdmins,
    },
    config,
  );
  const findings = reasons.map((reason) =>
    reason === 'one_super_admin' && superAdmins === 0
      ? look('there is no administrator', 'sign in once, then finalring admin create (or SUPER_ADMIN_EMAILS)')
      : look(...words[reason]),
  );
  for (const guard of findGuardsOff(config))
    findings.push(
      look(`${guard} is off in production`, 'turn it on, unless this is intended (.env.example)'),
    );
  return findings.length > 0
    ? findings
    : [ok('open: rules, challenges, coin packages and gift cards are set up')];
}
