// SPDX-License-Identifier: Apache-2.0

import type { Feature, FeatureModule, Platform } from '../../feature.ts';
import type { ReceiptPorts } from '../../message-ports.ts';
import { configuredMailer } from '../../platform/mail/mailer.ts';
import { receiptListeners, receiptTasks, sendingTasks } from './send-receipt.ts';

/** Receipts by mail for purchases, deliveries and refunds. */
function receiptsFeature({ config, db, log }: Platform, ports: ReceiptPorts) {
  const { publicUrl, brand } = config;
  const { name: brandName, supportEmail, supportPhone } = brand;
  const look = { brandName, supportEmail, supportPhone };
  const deps = { ...ports, db, mailer: configuredMailer({ ...config, log }), look, publicUrl };
  return {
    name: 'receipts',
    tasks: receiptTasks(deps),
    listeners: receiptListeners(deps),
    watched: [{ part: 'messages', tasks: sendingTasks }],
  } satisfies Feature;
}

export const module = {
  open: receiptsFeature,
} satisfies FeatureModule;
