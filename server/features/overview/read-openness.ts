// SPDX-License-Identifier: Apache-2.0

import type { ClosedReason, Guard, OperatorWarning } from '../../../contract/overview-admin.ts';
import type { OverviewParts } from '../../business-ports.ts';
import type { Config } from '../../config.ts';

export type OpennessParts = Pick<
  OverviewParts,
  'hasRules' | 'hasActiveChallenge' | 'hasPackageOnSale' | 'hasCardOnSale' | 'superAdmins'
>;
export type GuardConfig = Pick<
  Config,
  'production' | 'arePlayRulesDemanded' | 'secondFactor' | 'approvals' | 'coinLimits'
>;

/** The protections that are off, by the variable that turns them on. */
export function findGuardsOff(config: GuardConfig): Guard[] {
  const isOn: Record<Guard, boolean> = {
    SECOND_FACTOR: config.secondFactor.isDemanded,
    APPROVALS: config.approvals.isDemanded,
    COIN_LIMITS: config.coinLimits.isOn,
    PLAY_RULES: config.arePlayRulesDemanded,
  };
  return (Object.keys(isOn) as Guard[]).filter((guard) => !isOn[guard]);
}

/** The reasons why players cannot pay, play or buy, or administrators cannot approve; empty if the business is open. */
export async function findClosedReasons(
  parts: OpennessParts,
  { arePlayRulesDemanded }: Pick<GuardConfig, 'arePlayRulesDemanded'>,
): Promise<ClosedReason[]> {
  const [hasRules, hasChallenge, hasPackage, hasCard, superAdmins] = await Promise.all([
    arePlayRulesDemanded ? parts.hasRules() : true,
    parts.hasActiveChallenge(),
    parts.hasPackageOnSale(),
    parts.hasCardOnSale(),
    parts.superAdmins(),
  ]);
  const isSo: Record<ClosedReason, boolean> = {
    rules_unpublished: !hasRules,
    no_active_challenge: !hasChallenge,
    no_package_on_sale: !hasPackage,
    no_card_on_sale: !hasCard,
    one_super_admin: superAdmins < 2,
  };
  return (Object.keys(isSo) as ClosedReason[]).filter((reason) => isSo[reason]);
}

/** Production only: elsewhere, missing cards or guards are intended. */
export async function readOpenness(parts: OpennessParts, config: GuardConfig): Promise<OperatorWarning[]> {
  if (!config.production) return [];
  const [reasons, guards] = [await findClosedReasons(parts, config), findGuardsOff(config)];
  return [
    ...(reasons.length > 0 ? [{ kind: 'not_open' as const, reasons }] : []),
    ...(guards.length > 0 ? [{ kind: 'guards_off' as const, guards }] : []),
  ];
}
