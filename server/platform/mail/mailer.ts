// SPDX-License-Identifier: Apache-2.0

import { requestIdOfCall } from '../call-context.ts';
import type { Logger } from '../log.ts';
import { isLoopback } from '../loopback.ts';
import { toEnvelopeAddress } from './envelope-address.ts';
import { countMail } from './mail-counts.ts';
import type { RenderedMail } from './render.ts';

export interface MailOptions {
  /** `smtp://` or `smtps://`, with user and password if the server requires them. */
  smtpUrl: string;
  /** The sender's address and name. */
  from: { name: string; address: string };
  /** The address for replies. */
  replyTo: string;
  log: Logger;
  /** A try ends after this much silence. */
  timeoutMs?: number;
}

export interface OutgoingMail extends RenderedMail {
  to: { name: string; address: string };
  /** Without brackets. The same for every try, so that a mailbox shows a message once even if it arrives twice. */
  messageId: string;
  /**
   * For mails that players can do without: the address that a mail program calls for its "Unsubscribe" button (RFC 8058).
   */
  unsubscribeUrl?: string;
}

export interface Mailer {
  /**
   * Sends a message to the mail server.
   * @returns false if the server rejects this recipient permanently: a retry would not help
   * @throws MailError if a later try may succeed
   */
  send(mail: OutgoingMail): Promise<boolean>;
}

/** Describes the failure without quoting the server, whose answers contain addresses. */
export class MailError extends Error {
  constructor(error: { code?: string; responseCode?: number }) {
    super(`The mail server did not take a message (${error.responseCode || error.code || 'unknown'})`);
  }
}

/** One line without control characters, so that nothing in it can start another header. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}

/** Connects to a mail server; outside this machine only with TLS, since receipts are personal. */
export async function openTransport(smtpUrl: string, timeoutMs: number) {
  // Loaded for the first mail: most processes send none.
  const { createTransport } = await import('nodemailer');
  const { protocol, hostname } = new URL(smtpUrl);
  return createTransport({
    url: smtpUrl,
    requireTLS: protocol === 'smtp:' && !isLoopback(hostname),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Mail by SMTP (docs/decisions/0013-messages.md). */
export function createMailer({ smtpUrl, from, replyTo, log, timeoutMs = 15_000 }: MailOptions): Mailer {
  let transport: ReturnType<typeof openTransport> | undefined;
  const forEachId = untilItAnswers();
  return {
    async send({ to, messageId, subject, text, html, unsubscribeUrl }) {
      const address = toEnvelopeAddress(to.address);
      if (address === undefined) {
        countMail('refused');
        log.warn({ messageId }, 'invalid address: no mail sent');
        return false;
      }
      const requestId = requestIdOfCall();
      transport ??= openTransport(smtpUrl, timeoutMs);
      const sender = await transport;
      try {
        await forEachId(() =>
          sender.sendMail({
            from,
            replyTo,
            to: { name: oneLine(to.name), address },
            // As an object: a string would be parsed, and a comma in it would name two recipients.
            envelope: { from: from.address, to: [{ name: '', address }] },
            subject: oneLine(subject),
            text,
            html,
            messageId: `<${messageId}>`,
            headers: {
              'Auto-Submitted': 'auto-generated',
              'X-Auto-Response-Suppress': 'All',
              ...(unsubscribeUrl && {
                'List-Unsubscribe': `<${unsubscribeUrl}>`,
                'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
              }),
              ...(requestId && { 'X-Request-ID': requestId }),
            },
          }),
        );
        countMail('handed_over');
        log.info({ messageId }, 'mail accepted by the mail server');
        return true;
      } catch (error) {
        const { code, responseCode = 0 } = error as { code?: string; responseCode?: number };
        if (code !== 'EENVELOPE' || responseCode < 500) {
          countMail('failed');
          throw new MailError({ code, responseCode });
        }
        countMail('refused');
        log.warn({ messageId, responseCode }, 'the mail server refuses a recipient permanently');
        return false;
      }
    },
  };
}

/** Whether the server did not answer at all, not even with a refusal. */
function isSilence(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return !responseCode && code !== 'EENVELOPE';
}

/**
 * While a server does not answer, only one mail at a time is tried: the others fail immediately, to be retried later.
 * Otherwise mails that wait for it would occupy all job workers.
 */
function untilItAnswers(): <Result>(send: () => Promise<Result>) => Promise<Result> {
  let isSilent = false;
  let isAsking = false;
  return async (send) => {
    if (isSilent && isAsking) throw Object.assign(new Error('The mail server is silent'), { code: 'silent' });
    isAsking = true;
    try {
      const result = await send();
      isSilent = false;
      return result;
    } catch (error) {
      isSilent = isSilence(error);
      throw error;
    } finally {
      isAsking = false;
    }
  };
}

/** Undefined if the operator has configured no mail server. */
export function configuredMailer({
  mail,
  brand,
  log,
}: {
  mail: { smtpUrl: string; from: string } | undefined;
  brand: { name: string; supportEmail: string };
  log: Logger;
}): Mailer | undefined {
  if (!mail?.smtpUrl) return undefined;
  const from = { name: brand.name, address: mail.from };
  return createMailer({ smtpUrl: mail.smtpUrl, from, replyTo: brand.supportEmail, log });
}
