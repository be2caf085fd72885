import type { Feature, Platform } from '../../feature.ts';
import { createMailer } from '../../platform/mail/mailer.ts';
import type { ReceiptPorts } from '../../ports.ts';
import { receiptListeners, receiptTasks } from './send-receipt.ts';

/** Mail goes out where the operator has configured a server for it. */
function mailerFrom({ config: { mail, brand }, log }: Pick<Platform, 'config' | 'log'>) {
  if (!mail?.smtpUrl) return undefined;
  const from = { name: brand.name, address: mail.from };
  return createMailer({ smtpUrl: mail.smtpUrl, from, replyTo: brand.supportEmail, log });
}

/** Receipts by mail for what was bought, delivered and given back. */
export function receiptsFeature({ config, db, log }: Platform, ports: ReceiptPorts) {
  const { publicUrl, brand } = config;
  const { name: brandName, supportEmail, supportPhone } = brand;
  const look = { brandName, supportEmail, supportPhone };
  const deps = { ...ports, db, mailer: mailerFrom({ config, log }), look, publicUrl };
  return {
    name: 'receipts',
    tasks: receiptTasks(deps),
    listeners: receiptListeners(deps),
  } satisfies Feature;
}
