import type { Database } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/log.ts';
import { createMailer, type Mailer } from '../../platform/mail/mailer.ts';
import type { MailLook } from '../../platform/mail/render.ts';
import type { CardOfReceipt, OrderOfReceipt } from './compose.ts';

/** What receipts are about stands with other features, which are asked when a receipt is sent. */
export interface ReceiptSources {
  /** Undefined for an account that was deleted. */
  contactOf(playerId: string): Promise<{ name: string; email: string } | undefined>;
  orderOf(orderId: string): Promise<OrderOfReceipt | undefined>;
  purchasesOf(playerId: string): Promise<readonly (CardOfReceipt & { _id: string })[]>;
}

export interface ReceiptsDeps extends ReceiptSources {
  db: Database;
  /** Undefined where mail is off. */
  mailer: Mailer | undefined;
  look: MailLook;
  /** Address of the web app, without a slash at its end. */
  publicUrl: string;
}

interface ReceiptsOptions extends ReceiptSources {
  db: Database;
  log: Logger;
  config: {
    mail: { smtpUrl: string; from: string } | undefined;
    brand: { name: string; supportEmail: string; supportPhone: string };
    publicUrl: string;
  };
}

/** What listeners and tasks of this feature need, made from configuration. */
export function receiptsDeps({ config, db, log, ...sources }: ReceiptsOptions): ReceiptsDeps {
  const { mail, publicUrl } = config;
  const { name, supportEmail, supportPhone } = config.brand;
  const mailer = mail?.smtpUrl
    ? createMailer({
        smtpUrl: mail.smtpUrl,
        from: { name, address: mail.from },
        replyTo: supportEmail,
        log,
      })
    : undefined;
  return { ...sources, db, mailer, look: { brandName: name, supportEmail, supportPhone }, publicUrl };
}
