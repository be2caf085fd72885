import type { Feature, Platform } from '../../feature.ts';
import { type ReceiptSources, receiptsDeps } from './deps.ts';
import { receiptListeners, receiptTasks } from './send-receipt.ts';

/** Receipts by mail for what was bought, delivered and given back. */
export function receiptsFeature({ config, db, log }: Platform, ports: ReceiptSources) {
  const deps = receiptsDeps({ config, db, log, ...ports });
  return {
    name: 'receipts',
    tasks: receiptTasks(deps),
    listeners: receiptListeners(deps),
  } satisfies Feature;
}
